/** The names of smaller maps are listed again: remembering them costs more. */
const WORTH_REMEMBERING = 64
const listed = new WeakMap<object, readonly string[]>()

/**
 * The names of a map, in their order. Engines take long to list those of a wide map, and values of a run share their parts and never
 * change: it is done once a map, so that whether it is empty costs nothing each time somebody asks.
 */
export function namesOf(map: object): readonly string[] {
  const known = listed.get(map)
  if (known) return known
  const names = Object.keys(map)
  if (names.length >= WORTH_REMEMBERING) listed.set(map, names)
  return names
}
