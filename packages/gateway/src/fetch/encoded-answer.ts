import type { BodyCoding } from '../plugin-api/hooks.ts'
import { passOn, streamOf } from './bodies.ts'
import { encode } from './encode.ts'

/** Encodes the body of an answer. `end` is called with the bytes that were sent, and whether the client took them all. */
export function encodedAnswer(
  bytes: Uint8Array,
  coding: BodyCoding,
  end: (bytesOut: number, isWhole: boolean) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = (): void => end(passing.bytes, false)
  const passing = passOn(encode(streamOf(bytes), coding), {
    onEnd: () => end(passing.bytes, true),
    onCancel: left,
    onFailure: left,
  })
  return passing.stream
}
