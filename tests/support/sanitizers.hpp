#pragma once

// Defined in builds with the address or thread sanitizer. These run many times slower and replace operator
// new.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RIGKILN_HAS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RIGKILN_HAS_SANITIZER
#endif
#endif

namespace rigkiln::test {

#ifdef RIGKILN_HAS_SANITIZER
inline constexpr bool kHasSanitizer = true;
#else
inline constexpr bool kHasSanitizer = false;
#endif

}  // namespace rigkiln::test
