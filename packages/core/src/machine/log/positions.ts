/** How far a consumer of the log has got. */
export interface Position {
  readonly name: string
  /** It has processed the events up to this id. */
  readonly position: number
}

/** One position per name, that of the consumer which is furthest behind, in the order in which the names first appear. */
export function furthestBehind(all: Iterable<Position>): readonly Position[] {
  const least = new Map<string, Position>()
  for (const one of all) {
    const known = least.get(one.name)
    if (!known || one.position < known.position) least.set(one.name, one)
  }
  return [...least.values()]
}
