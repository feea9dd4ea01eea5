import { createZlibEncoder, zlibCodings } from '../backend/zlib-encoder.ts'
import type { Codings } from '../plugin-api/connection.ts'
import type { BodyCoding, Coding } from '../plugin-api/hooks.ts'
import { encodeBy } from './encode-by.ts'

/** The names of codings in `CompressionStream`. */
const formats = { br: 'brotli', gzip: 'gzip', deflate: 'deflate' } satisfies Record<Coding, string>

/** `CompressionStream` cannot pass on bytes at once. Node, Bun, Deno and Workers with the APIs of Node have what can. */
const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

/** The codings of this runtime. */
export const runtimeCodings: Codings = zlib
  ? { names: zlibCodings, canFlush: true }
  : { names: new Set((Object.keys(formats) as Coding[]).filter((coding) => canEncode(coding))), canFlush: false }

/** Encodes a body. Without `node:zlib`, the level is that of the runtime. */
export const encode = (body: ReadableStream<Uint8Array>, coding: BodyCoding): ReadableStream<Uint8Array> =>
  zlib ? encodeBy(body, (to) => createZlibEncoder(zlib, coding, to)) : body.pipeThrough(encoderOf(coding.coding))

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
