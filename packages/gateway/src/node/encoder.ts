import type { BrotliOptions, ZlibOptions } from 'node:zlib'
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib'
import type { BodyCoding, Coding } from '../plugins/plugin.ts'
import type { Codings } from '../request/incoming.ts'

/** Where encoded bytes go. */
export interface EncodedTo {
  data(bytes: Uint8Array): void
  /** The encoder takes bytes again. */
  drained(): void
  /** The last byte has been passed on. */
  end(): void
  failed(error: unknown): void
}

/** Encodes a body in threads of its own. */
export interface Encoder {
  /** Returns whether it takes more at once; if not, `drained` is called when it does. */
  write(bytes: Uint8Array): boolean
  end(): void
  /** Passes on nothing until it is resumed. */
  pause(): void
  resume(): void
  /** Ends it; nothing is called any more. */
  destroy(): void
}

/** The codings of Node. */
export const nodeCodings: Codings = { names: new Set<Coding>(['br', 'gzip', 'deflate']), canFlush: true }

/** Begins to encode a body. */
export function createEncoder({ coding, level, isEager }: BodyCoding, to: EncodedTo): Encoder {
  const zlib = creators[coding](level, isEager)
  zlib.on('data', to.data).on('drain', to.drained).on('end', to.end).on('error', to.failed)
  return {
    write: (bytes) => zlib.write(bytes),
    end: () => void zlib.end(),
    pause: () => void zlib.pause(),
    resume: () => void zlib.resume(),
    destroy() {
      zlib.removeAllListeners('data').removeAllListeners('drain').removeAllListeners('end')
      zlib.destroy()
    },
  }
}

const creators = {
  br: (level, isEager) => createBrotliCompress(brotliOptions(level, isEager)),
  gzip: (level, isEager) => createGzip(zlibOptions(level, isEager)),
  deflate: (level, isEager) => createDeflate(zlibOptions(level, isEager)),
} satisfies Record<Coding, (level: number, isEager: boolean) => unknown>

const zlibOptions = (level: number, isEager: boolean): ZlibOptions => ({
  level: Math.min(level, 9),
  ...(isEager && { flush: constants.Z_SYNC_FLUSH }),
})

/** Levels beyond 5 take too long for a stream, and the default window of 4 MiB too much memory. */
const brotliOptions = (level: number, isEager: boolean): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: Math.min(level, 5), [constants.BROTLI_PARAM_LGWIN]: 19 },
  ...(isEager && { flush: constants.BROTLI_OPERATION_FLUSH }),
})
