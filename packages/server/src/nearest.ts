/** The name that takes the fewest changed letters to get from a text, whatever the case. */
export function nearest<N extends string>(text: string, names: readonly N[]): N | undefined {
  const ranked = names.map((name) => ({ name, changes: distance(text.toLowerCase(), name.toLowerCase()) }))
  return ranked.sort((a, b) => a.changes - b.changes)[0]?.name
}

/** How many letters must be added, left out or replaced to make one text of another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + Number(from[i - 1] !== to[j - 1])
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
