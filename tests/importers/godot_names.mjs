// Which bone or object of Godot 3.2 is which node of a file: it changes names (_sanitize_bone_name, _gen_unique_name and others in its
// editor_scene_importer_gltf.cpp).

/** A name without what Godot changes in those of bones: case, signs, `_` before the end and zeros before digits. */
const keyOf = (name) => name.toLowerCase().replace(/[^a-z0-9_ ]/g, '').replace(/[_ ](?!$)/g, '').replace(/0+(?=\d)/g, '');

/** Nodes in the order in which Godot makes bones of them: parents first, children by their numbers. */
function inOrder(gltf) {
    const isChild = new Set(gltf.nodes.flatMap(({ children = [] }) => children));
    const order = [];
    const visit = (node) => {
        order.push(node);
        for (const child of [...(gltf.nodes[node].children ?? [])].sort((a, b) => a - b)) visit(child);
    };
    gltf.nodes.forEach((_, node) => isChild.has(node) || visit(node));
    return order;
}

/** Whether Godot may have made a name of another: it puts a number behind one that is taken. */
function isMadeOf(name, source) {
    return keyOf(name) === keyOf(source) || keyOf(name.replace(/[ _]\d+$/, '')) === keyOf(source);
}

/** The number of the place of each node among those of the objects and then the bones. Undefined: there is none. */
export function objectsOfNodes(gltf, { objects, skeletons }) {
    const places = [];
    const order = inOrder(gltf);
    let place = objects.length;
    for (const bones of skeletons) {
        const nodes = [];
        let next = order.findIndex((node) => isMadeOf(bones[0].name, gltf.nodes[node].name) && places[node] === undefined);
        for (const { name, parent } of bones) {
            const isHere = (node) => isMadeOf(name, gltf.nodes[node].name) &&
                (parent < 0 || gltf.nodes[nodes[parent]]?.children?.includes(node));
            const found = order.findIndex((node, i) => i >= next && isHere(node));
            nodes.push(found < 0 ? undefined : order[found]);
            if (found >= 0) {
                places[order[found]] = place;
                next = found + 1;
            }
            ++place;
        }
    }
    const free = new Set(objects.slice(1)); // the first is the scene
    gltf.nodes.forEach(({ name }, node) => {
        if (places[node] !== undefined) return;
        const clean = name.replace(/[^a-zA-Z0-9_ -]+/g, '').replace(/-(conv)?colonly$/, '');
        const made = free.has(clean) ? clean : [...free].find((other) => other.startsWith(`${clean} `) && /^ \d+$/.test(other.slice(clean.length)));
        if (made === undefined) return;
        free.delete(made);
        places[node] = objects.indexOf(made);
    });
    return places;
}
