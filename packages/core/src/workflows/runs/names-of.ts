/** Smaller maps are not cached, because that would cost more than listing their names again. */
const WORTH_REMEMBERING = 64
const listed = new WeakMap<object, readonly string[]>()

/**
 * Returns the names of a map in order, cached per map. Listing the names of a wide map is slow, and values of a run are
 * shared and immutable, so checks such as "is it empty" are made many times on the same map.
 */
export function namesOf(map: object): readonly string[] {
  const known = listed.get(map)
  if (known) return known
  const names = Object.keys(map)
  if (names.length >= WORTH_REMEMBERING) listed.set(map, names)
  return names
}
