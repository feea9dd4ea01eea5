/**
 * The known name most similar to an unknown one, preferably a name that begins with it; `undefined` if none is similar.
 */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase()
  let best: { name: string; distance: number } | undefined
  for (const one of names) {
    const most = Math.max(1, one.length / 3)
    if (Math.abs(one.length - wanted.length) > most) continue // needs at least that many edits
    const edits = editDistance(wanted, one.toLowerCase())
    const distance = one.toLowerCase().startsWith(wanted) ? edits - 0.5 : edits
    if (
      edits <= most &&
      edits < Math.min(one.length, wanted.length) &&
      distance < (best?.distance ?? Number.POSITIVE_INFINITY)
    )
      best = { name: one, distance }
  }
  return best?.name
}

/** The edit distance of two words: letters inserted, removed, changed, or swapped with the next. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const edited = Math.min(row[j]! + (a[i] === b[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1)
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      next.push(isSwap ? Math.min(edited, before[j - 1]! + 1) : edited)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
