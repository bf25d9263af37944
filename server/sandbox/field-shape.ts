import {
  listMapKeysOf,
  type StructuralSchema,
  schemaOfField,
} from "#lib/schema/structural-schema.ts";
import type { Json } from "#lib/util/json.ts";

/** How a place of an object merges and is owned: field by field, item by item, or as one value. */
export type FieldShape = {
  readonly list: "atomic" | "set" | { readonly keys: readonly string[] };
  readonly isAtomicMap: boolean;
  /** Default of a list-map key that an item leaves out. */
  defaultOf(key: string): Json | undefined;
  child(key: string): FieldShape;
  item(): FieldShape;
};

const PLAIN: FieldShape = {
  list: "atomic",
  isAtomicMap: false,
  defaultOf: () => undefined,
  child: () => PLAIN,
  item: () => PLAIN,
};

function mapList(...keys: string[]): FieldShape {
  return { ...PLAIN, list: { keys }, item: () => NATIVE };
}

/** A port's protocol is part of its key, and TCP when it is left out. */
function portList(key: string): FieldShape {
  return {
    ...mapList(key, "protocol"),
    defaultOf: (name) => (name === "protocol" ? "TCP" : undefined),
  };
}

/** Inside a container `ports` means something else than in a service. */
const CONTAINERS: FieldShape = {
  ...mapList("name"),
  item: () => ({
    ...NATIVE,
    child: (key) => (key === "ports" ? portList("containerPort") : NATIVE.child(key)),
  }),
};

const ATOMIC_MAP: FieldShape = { ...PLAIN, isAtomicMap: true };

/** Lists of core/v1 and batch/v1 objects that merge item by item, and maps that do not; other lists are taken as atomic. */
const NATIVE_FIELDS: ReadonlyMap<string, FieldShape> = new Map([
  ["containers", CONTAINERS],
  ["initContainers", CONTAINERS],
  ["ephemeralContainers", CONTAINERS],
  ["ports", portList("port")],
  ["hostAliases", mapList("ip")],
  ["topologySpreadConstraints", mapList("topologyKey", "whenUnsatisfiable")],
  ["nodeSelector", ATOMIC_MAP],
  ["selector", ATOMIC_MAP],
  ["labelSelector", ATOMIC_MAP],
  ["secretKeyRef", ATOMIC_MAP],
  ["configMapKeyRef", ATOMIC_MAP],
  ["fieldRef", ATOMIC_MAP],
  ["resourceFieldRef", ATOMIC_MAP],
  ["volumes", mapList("name")],
  ["env", mapList("name")],
  ["volumeMounts", mapList("mountPath")],
  ["imagePullSecrets", mapList("name")],
  ["schedulingGates", mapList("name")],
  ["conditions", mapList("type")],
]);

const NATIVE: FieldShape = {
  ...PLAIN,
  child: (key) => NATIVE_FIELDS.get(key) ?? NATIVE,
  item: () => NATIVE,
};

const METADATA: FieldShape = {
  ...PLAIN,
  child: (key) => {
    if (key === "ownerReferences")
      return { ...mapList("uid"), item: () => ({ ...PLAIN, isAtomicMap: true }) };
    return key === "finalizers" ? { ...PLAIN, list: "set" } : PLAIN;
  },
};

const FROM_SCHEMA = new WeakMap<StructuralSchema, FieldShape>();

function shapeOf(schema: StructuralSchema | undefined): FieldShape {
  if (schema === undefined) return PLAIN;
  const known = FROM_SCHEMA.get(schema);
  if (known !== undefined) return known;
  const keys = listMapKeysOf(schema);
  const shape: FieldShape = {
    list:
      keys === undefined
        ? schema["x-kubernetes-list-type"] === "set"
          ? "set"
          : "atomic"
        : { keys },
    isAtomicMap: schema["x-kubernetes-map-type"] === "atomic",
    defaultOf: (key) => schema.items?.properties?.[key]?.default,
    child: (key) => shapeOf(schemaOfField(schema, key)),
    item: () => shapeOf(schema.items),
  };
  FROM_SCHEMA.set(schema, shape);
  return shape;
}

/** The shape of a whole object: from its CRD's schema, else from what is known of native kinds. */
export function rootShape(schema: StructuralSchema | undefined): FieldShape {
  const body = schema === undefined ? NATIVE : shapeOf(schema);
  return { ...PLAIN, child: (key) => (key === "metadata" ? METADATA : body.child(key)) };
}
