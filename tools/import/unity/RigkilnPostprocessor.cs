// Applies to clips of an imported glTF file what its importer drops: events and loops, from FILE.events.json beside it.
//
// Not run by its authors: held to the scripting reference of Unity 2022.3 (AssetPostprocessor, AnimationUtility). Put it into a
// folder named Editor. Needs the packages com.unity.cloud.gltfast (or UnityGLTF) and com.unity.nuget.newtonsoft-json.
//
// glTFast and UnityGLTF import by a ScriptedImporter. The callbacks of AssetPostprocessor for models are not called then, and the
// clips are parts of the imported asset, which cannot be edited. So every clip with a record is copied to NAME_CLIP.anim beside
// the file; use the copies in an AnimatorController. An existing copy is overwritten when the file or the side-car is imported
// again, and keeps its references.
//
// Each event calls OnAnimationEvent(AnimationEvent) on the object that plays: stringParameter is the name, intParameter the frame.
// No objects are made for attachments: nodes of glTF are Transforms already, and Sockets.Find tells which are attachments.

using System.Collections.Generic;
using System.IO;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Rigkiln
{
    /// <summary>Writes copies of clips whenever a glTF file or its side-car was imported.</summary>
    public sealed class RigkilnPostprocessor : AssetPostprocessor
    {
        private const string SidecarEnding = ".events.json";
        private static readonly string[] ModelEndings = { ".glb", ".gltf" };

        private static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            foreach (string model in imported.SelectMany(ModelsOf).Distinct().ToArray())
            {
                try
                {
                    WriteClips(model);
                }
                catch (System.Exception error)
                {
                    Debug.LogError($"{model}: {error.Message}", AssetDatabase.LoadMainAssetAtPath(model));
                }
            }
        }

        /// <summary>The model that an asset is or belongs to, if it has a side-car.</summary>
        private static IEnumerable<string> ModelsOf(string path)
        {
            if (path.EndsWith(SidecarEnding))
            {
                string model = path.Substring(0, path.Length - SidecarEnding.Length);
                return File.Exists(model) ? new[] { model } : Enumerable.Empty<string>();
            }
            bool isModel = ModelEndings.Contains(Path.GetExtension(path).ToLowerInvariant());
            return isModel && File.Exists(SidecarOf(path)) ? new[] { path } : Enumerable.Empty<string>();
        }

        internal static string SidecarOf(string model) => model + SidecarEnding;

        internal static JObject ReadSidecar(string model)
        {
            JObject sidecar = JObject.Parse(File.ReadAllText(SidecarOf(model)));
            if ((int?)sidecar["rigkiln_events"] != 1)
            {
                throw new InvalidDataException($"{SidecarOf(model)}: rigkiln_events must be 1");
            }
            return sidecar;
        }

        private static void WriteClips(string model)
        {
            JObject records = (JObject)ReadSidecar(model)["clips"];
            foreach (AnimationClip clip in AssetDatabase.LoadAllAssetsAtPath(model).OfType<AnimationClip>())
            {
                if (records[clip.name] is JObject record)
                {
                    WriteClip(clip, record, CopyPath(model, clip.name));
                }
            }
            AssetDatabase.SaveAssets();
        }

        private static string CopyPath(string model, string clip)
        {
            string name = string.Concat(clip.Select(letter => Path.GetInvalidFileNameChars().Contains(letter) ? '_' : letter));
            return $"{Path.ChangeExtension(model, null)}_{name}.anim";
        }

        private static void WriteClip(AnimationClip imported, JObject record, string path)
        {
            AnimationClip copy = Object.Instantiate(imported);
            copy.name = Path.GetFileNameWithoutExtension(path);
            AnimationUtility.SetAnimationEvents(copy, Events(record, copy.length));
            if (record["loop"] != null)
            {
                SetLoop(copy, (bool)record["loop"]);
            }
            AnimationClip existing = AssetDatabase.LoadAssetAtPath<AnimationClip>(path);
            if (existing == null)
            {
                AssetDatabase.CreateAsset(copy, path);
                return;
            }
            // Keeps the references of controllers to the asset.
            EditorUtility.CopySerialized(copy, existing);
            EditorUtility.SetDirty(existing);
            Object.DestroyImmediate(copy);
        }

        private static void SetLoop(AnimationClip clip, bool loop)
        {
            if (clip.legacy)
            {
                clip.wrapMode = loop ? WrapMode.Loop : WrapMode.Once;
                return;
            }
            AnimationClipSettings settings = AnimationUtility.GetAnimationClipSettings(clip);
            settings.loopTime = loop;
            AnimationUtility.SetAnimationClipSettings(clip, settings);
        }

        private static AnimationEvent[] Events(JObject record, float length)
        {
            return record["events"].Select(item => new AnimationEvent
            {
                functionName = "OnAnimationEvent",
                stringParameter = (string)item["name"],
                intParameter = (int?)item["frame"] ?? 0,
                time = Mathf.Min((float)item["time"], length),
                messageOptions = SendMessageOptions.DontRequireReceiver,
            }).ToArray();
        }
    }

    /// <summary>Finds attachments of an imported model, for scripts of the editor.</summary>
    public static class Sockets
    {
        /// <summary>Transforms below an instance that are attachments, with their kind.</summary>
        /// <param name="instance">Root of an instance of the model.</param>
        /// <param name="model">Path of the asset, such as "Assets/EI_TROOPER.glb".</param>
        public static IEnumerable<(Transform place, string kind)> Find(GameObject instance, string model)
        {
            Dictionary<string, string> kinds = RigkilnPostprocessor.ReadSidecar(model)["attachments"]
                .ToDictionary(item => (string)item["node"], item => (string)item["kind"]);
            foreach (Transform place in instance.GetComponentsInChildren<Transform>(true))
            {
                if (kinds.TryGetValue(place.name, out string kind))
                {
                    yield return (place, kind);
                }
            }
        }
    }
}
