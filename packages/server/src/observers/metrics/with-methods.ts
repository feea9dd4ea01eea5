/**
 * A copy of an object with some of its methods replaced. It has exactly the members of the object, as its own members,
 * including members from its class. Its other methods are called on the object.
 */
export function withMethods<T extends object>(original: T, replaced: Partial<T>): T {
  const copy: Record<string, unknown> = {}
  for (const name of membersOf(original)) {
    if (Object.hasOwn(replaced, name)) {
      copy[name] = replaced[name as keyof T]
      continue
    }
    const member = original[name as keyof T]
    if (typeof member === 'function') copy[name] = member.bind(original)
    else Object.defineProperty(copy, name, { enumerable: true, get: () => original[name as keyof T] })
  }
  return copy as T
}

function membersOf(object: object): ReadonlySet<string> {
  const names = new Set<string>()
  for (let owner = object; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Object.getOwnPropertyNames(owner)) if (name !== 'constructor') names.add(name)
  return names
}
