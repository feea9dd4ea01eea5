/** The kind of callers with a gateway key. */
export const GATEWAY_KEY = 'GatewayKey'

/** The kind of callers who are consumers of APIs. They may call what is for them and what is open, and nothing else. */
export const DEVELOPER = 'Developer'

/** Stored in a WeakMap, so that serializing an identity does not expose the root. */
const roots = /* @__PURE__ */ new WeakMap<object, string>()

/** Keeps the root of a sealing key, which is derived from the gateway key of a request, with its identity or caller. */
export function keepSealingRoot<T extends object>(holder: T, root: string | undefined): T {
  if (root !== undefined) roots.set(holder, root)
  return holder
}

/** The root of the sealing key of an identity or a caller with a gateway key; `undefined` for any other. */
export const sealingRootIn = (holder: object): string | undefined => roots.get(holder)
