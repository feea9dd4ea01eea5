/** Stored in a WeakSet, so that no member of an identity, such as its kind, grants the right. */
const gateways = /* @__PURE__ */ new WeakSet<object>()

/** Lets an identity or a caller run the workflows that deployed APIs and drafts name. */
export function markGateway<T extends object>(holder: T): T {
  gateways.add(holder)
  return holder
}

/** Whether an identity or a caller is a gateway, in this process or with a gateway key. */
export const isGateway = (holder: object): boolean => gateways.has(holder)
