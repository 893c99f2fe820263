tool
extends EditorScenePostImport

# Tells on the standard error which file the errors and warnings before it are about.


func post_import(scene):
    printerr("IMPORTED ", get_source_file().get_file())
    return scene
