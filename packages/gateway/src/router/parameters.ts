import type { PathSegment } from '@signalbox/core/gateway'
import { readMixed } from './mixed.ts'
import { type PathCut, segmentAt } from './path-cut.ts'

/** Set if bits for segments do not suffice: the path has mixed segments, or parameters far to the right. */
const COMPLEX = 1 << 29

/** Where the parameters of a path are: a bit for each segment that is a parameter as a whole. */
export function parametersOf(segments: readonly PathSegment[]): number {
  let bits = 0
  for (const [i, { kind }] of segments.entries()) {
    if (kind === 'mixed') return COMPLEX
    if (kind !== 'parameter' && kind !== 'regex') continue
    if (i >= 29) return COMPLEX
    bits |= 1 << i
  }
  return bits
}

const NONE: readonly string[] = []

/** The values of the parameters of a path that matches. `parameters` are named in `segments`. */
export function valuesOf(parameters: number, segments: readonly PathSegment[], cut: PathCut): readonly string[] {
  if (parameters === 0) return NONE
  if (parameters === COMPLEX) return valuesBySegment(segments, cut)
  const values = new Array<string>(countBits(parameters)) // `push` would make room for many more
  for (let i = 0, next = 0, bits = parameters; bits !== 0; i++, bits >>= 1)
    if (bits & 1) values[next++] = segmentAt(cut, i)
  return values
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

const valuesBySegment = (segments: readonly PathSegment[], cut: PathCut): readonly string[] =>
  segments.flatMap((segment, i) => {
    if (segment.kind === 'mixed') return readMixed(segment.parts, segmentAt(cut, i)) ?? []
    return segment.kind === 'parameter' || segment.kind === 'regex' ? [segmentAt(cut, i)] : []
  })
