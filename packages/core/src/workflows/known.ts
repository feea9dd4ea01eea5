/** Names that are known in a place. */
export interface Known {
  has(name: string): boolean
}

/** No names. */
export const nothingKnown: Known = { has: () => false }

/** These names, and those that are known around: not a copy of them, for there may be many of both. */
export function knownWith(names: readonly string[], around: Known): Known {
  if (names.length === 0) return around
  const own = new Set(names)
  return { has: (name) => own.has(name) || around.has(name) }
}
