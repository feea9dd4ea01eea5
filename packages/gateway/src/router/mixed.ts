import type { PathSegment } from '@signalbox/core/gateway'

/** A part of a mixed segment: text or a parameter. */
type Part = Extract<PathSegment, { kind: 'mixed' }>['parts'][number]

/**
 * Reads the parameters of a mixed segment: each has one or more characters, as few as possible, the first ones first.
 * Returns `undefined` if the segment does not match. Percent-encoded characters are not split.
 *
 * @example
 * readMixed([{ name: 'id' }, { text: '.json' }], 'a.json') // ['a']
 */
export function readMixed(parts: readonly Part[], segment: string): string[] | undefined {
  const values: string[] = []
  let at = 0
  for (const [i, part] of parts.entries()) {
    if ('text' in part) {
      if (!segment.startsWith(part.text, at)) return undefined
      at += part.text.length
      continue
    }
    const end = endOfValue(segment, at, parts.slice(i + 1))
    if (end <= at) return undefined
    values.push(segment.slice(at, end))
    at = end
  }
  return at === segment.length ? values : undefined
}

/**
 * Where the shortest value ends after which the text that follows stands; -1 if nowhere. The last text has to stand at
 * the end. Other texts may be taken where they first occur, because that leaves the most to the parts after them.
 */
function endOfValue(segment: string, start: number, [following, ...others]: readonly Part[]): number {
  if (following === undefined || !('text' in following)) return segment.length
  const { text } = following
  if (others.length === 0) {
    const end = segment.length - text.length
    return segment.endsWith(text) && !isInEscape(segment, end) ? end : -1
  }
  let end = segment.indexOf(text, start + 1)
  while (end >= 0 && isInEscape(segment, end)) end = segment.indexOf(text, end + 1)
  return end
}

/** Whether a position is within `%2F`, after its percent sign. */
const isInEscape = (segment: string, at: number): boolean => segment[at - 1] === '%' || segment[at - 2] === '%'
