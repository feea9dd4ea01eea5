/** A set of names that are known in some place. */
export interface Known {
  has(name: string): boolean
}

/** The empty set. */
export const nothingKnown: Known = { has: () => false }

/** Adds names to the names of the surrounding place, without copying the latter, because both may be large. */
export function knownWith(names: readonly string[], around: Known): Known {
  if (names.length === 0) return around
  const own = new Set(names)
  return { has: (name) => own.has(name) || around.has(name) }
}
