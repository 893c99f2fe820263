// A check for clang-tidy 14 that finds nothing: it has all others look at the project alone.
//
// clang-tidy runs every check over everything that a source includes and then leaves out what it found in
// system headers. These are nine tenths of most sources and most of its time. This check is asked first,
// about the whole translation unit, and limits what is walked after it to declarations that stand in no
// system header. Checks still see the rest wherever the project refers to it. Left out is what needs the
// calls of system headers among each other: misc-no-recursion, which is not in use.
//
// tools/checks/check_tidy builds and loads it.
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/Basic/SourceManager.h>
#include <vector>

namespace {

class ProjectScopeCheck : public clang::tidy::ClangTidyCheck {
public:
    using ClangTidyCheck::ClangTidyCheck;

    void registerMatchers(clang::ast_matchers::MatchFinder* finder) override {
        finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
    }

    void check(const clang::ast_matchers::MatchFinder::MatchResult& result) override {
        const clang::SourceManager& sources = *result.SourceManager;
        std::vector<clang::Decl*> ours;
        for (clang::Decl* declaration : result.Context->getTranslationUnitDecl()->decls()) {
            // A declaration out of a library's macro belongs to the file that uses the macro.
            if (!sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()))) {
                ours.push_back(declaration);
            }
        }
        result.Context->setTraversalScope(ours);
    }
};

class ProjectScopeModule : public clang::tidy::ClangTidyModule {
public:
    void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
        factories.registerCheck<ProjectScopeCheck>("project-scope");
    }
};

const clang::tidy::ClangTidyModuleRegistry::Add<ProjectScopeModule> kModule("project-scope",
                                                                            "leaves system headers out");

}  // namespace
