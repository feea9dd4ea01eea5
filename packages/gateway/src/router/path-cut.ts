/** A path cut into segments by offsets, so that no segment is copied. A router reuses one for all requests. */
export interface PathCut {
  path: string
  /** The number of segments. A trailing slash adds none. */
  count: number
  endsWithSlash: boolean
  /** Where each segment starts, and where one after the last would start. */
  starts: Int32Array
  /** The hash of each segment. */
  hashes: Int32Array
}

const ROOM = 1024
const SLASH = 47

/** A cut to be filled by `cutPath`. */
export const emptyCut = (): PathCut => ({
  path: '',
  count: 0,
  endsWithSlash: false,
  starts: new Int32Array(ROOM),
  hashes: new Int32Array(ROOM),
})

/** Fills a cut with the segments of a path in one pass. The path starts with a slash; empty segments count. */
export function cutPath(cut: PathCut, path: string): void {
  const { length } = path
  if (length >= cut.starts.length) {
    cut.starts = new Int32Array(length + 1)
    cut.hashes = new Int32Array(length + 1)
  }
  const { starts, hashes } = cut
  let count = 0
  let hash = SEED
  starts[0] = 1
  for (let i = 1; i < length; i++) {
    const code = path.charCodeAt(i)
    if (code === SLASH) {
      hashes[count] = hash
      starts[++count] = i + 1
      hash = SEED
    } else hash = Math.imul(hash ^ code, PRIME)
  }
  const isOpen = (starts[count] as number) < length
  if (isOpen) {
    hashes[count] = hash
    starts[++count] = length + 1
  }
  cut.path = path
  cut.count = count
  cut.endsWithSlash = !isOpen && count > 0
}

/** Whether a segment has no characters. */
export const isEmptySegment = ({ starts }: PathCut, i: number): boolean =>
  (starts[i] as number) + 1 === (starts[i + 1] as number)

/** A segment as a text. */
export const segmentAt = ({ path, starts }: PathCut, i: number): string =>
  path.slice(starts[i] as number, (starts[i + 1] as number) - 1)

/** Whether a segment equals a text. */
export function isSegment({ path, starts }: PathCut, i: number, text: string): boolean {
  const start = starts[i] as number
  const { length } = text
  if ((starts[i + 1] as number) - 1 - start !== length) return false
  for (let at = 0; at < length; at++) if (path.charCodeAt(start + at) !== text.charCodeAt(at)) return false
  return true
}

/** FNV-1a, the hash of segments. */
export function hashOf(text: string): number {
  let hash = SEED
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME)
  return hash
}

const SEED = 0x811c9dc5 | 0
const PRIME = 0x01000193
