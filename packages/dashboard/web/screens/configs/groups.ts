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
