import type { BodyCoding, Coding } from '../plugins/plugin.ts'
import type { Codings } from '../request/incoming.ts'

/** The names of codings in `CompressionStream`. */
const formats = { br: 'brotli', gzip: 'gzip', deflate: 'deflate' } satisfies Record<Coding, string>

/** The codings of this runtime. Its streams cannot pass on bytes at once. */
export const runtimeCodings: Codings = {
  names: new Set((Object.keys(formats) as Coding[]).filter((coding) => canEncode(coding))),
  canFlush: false,
}

/** Encodes a body. The level is that of the runtime. */
export const encode = (body: ReadableStream<Uint8Array>, { coding }: BodyCoding): ReadableStream<Uint8Array> =>
  body.pipeThrough(encoderOf(coding))

function canEncode(coding: Coding): boolean {
  try {
    encoderOf(coding)
    return true
  } catch {
    return false
  }
}

function encoderOf(coding: Coding): ReadableWritablePair<Uint8Array, Uint8Array> {
  return new CompressionStream(formats[coding] as CompressionFormat) as unknown as ReturnType<typeof encoderOf>
}
