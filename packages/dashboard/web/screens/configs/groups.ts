/** The most groups that are offered. */
const MOST = 200

/** The groups of some ids, on every level, sorted: `shop` and `shop:checkout` for `shop:checkout:limits`. */
export function groupsOf(ids: readonly string[]): readonly string[] {
  const groups = new Set<string>()
  for (const id of ids) {
    const segments = id.split(':')
    for (let length = 1; length < segments.length; length++) groups.add(segments.slice(0, length).join(':'))
  }
  return [...groups].sort().slice(0, MOST)
}

/** From how many configs on, the tree of all of them is not shown unless it is asked for. */
const MANY = 2000

/** The group that is shown first: that of the config at hand; `''` for all. */
export function firstGroup(id: string | undefined, size: number): string {
  const segments = id?.split(':') ?? []
  if (segments.length > 1) return segments[0] as string
  return size > MANY && id !== undefined ? id : ''
}
