/** One line of a comparison of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'was' | 'now'
  readonly text: string
}

/** Texts with more lines are compared by their common beginning and end only. */
const MOST_LINES = 400

/** The lines of two texts, compared: removed lines stand before added ones. */
export function lineDiff(was: string, now: string): readonly DiffLine[] {
  const [old, next] = [was.split('\n'), now.split('\n')]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end += 1
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
}

/** Keeps a longest common subsequence of lines. */
function middle(old: readonly string[], next: readonly string[]): DiffLine[] {
  if (old.length > MOST_LINES || next.length > MOST_LINES)
    return [
      ...old.map((text) => ({ kind: 'was' as const, text })),
      ...next.map((text) => ({ kind: 'now' as const, text })),
    ]
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === next[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const lines: DiffLine[] = []
  for (let i = 0, j = 0; i < old.length || j < next.length; ) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      lines.push({ kind: 'same', text: old[i]! })
      i += 1
      j += 1
    } else if (i < old.length && (j === next.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      lines.push({ kind: 'was', text: old[i]! })
      i += 1
    } else {
      lines.push({ kind: 'now', text: next[j]! })
      j += 1
    }
  }
  return lines
}

/** The changed lines with some lines around them. A gap stands for lines that are left out. */
export function excerpt(lines: readonly DiffLine[], around = 2): readonly (DiffLine | 'gap')[] {
  const isNear = (i: number) => lines.slice(Math.max(0, i - around), i + around + 1).some(({ kind }) => kind !== 'same')
  const shown: (DiffLine | 'gap')[] = []
  for (const [i, line] of lines.entries())
    if (isNear(i)) shown.push(line)
    else if (shown.at(-1) !== 'gap') shown.push('gap')
  return shown
}
