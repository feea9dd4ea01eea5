import type { BrotliOptions, ZlibOptions } from 'node:zlib'
import type { BodyCoding, Coding } from '../plugin-api/hooks.ts'

type Zlib = typeof import('node:zlib')

/** Where encoded bytes go. */
export interface EncodedTo {
  data(bytes: Uint8Array): void
  /** The encoder takes bytes again. */
  drained(): void
  /** The last byte has been passed on. */
  end(): void
  failed(error: unknown): void
}

/** Encodes a body in threads of its own. What waits in it leaves when no more bytes come for a while. */
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

/** The codings of `node:zlib`. */
export const zlibCodings: ReadonlySet<Coding> = new Set(['br', 'gzip', 'deflate'])

/** Milliseconds without bytes after which waiting bytes are sent, and the most that bytes wait while others come. */
const CALM_MS = 25
const MOST_MS = 200

/** Begins to encode a body. */
export function createZlibEncoder(zlib: Zlib, { coding, level, isEager }: BodyCoding, to: EncodedTo): Encoder {
  const { constants } = zlib
  const stream = coding === 'br' ? zlib.createBrotliCompress(brotli()) : creatorOf()(gzip())
  /** When the first of the bytes that wait came, and the last. */
  let firstAt = 0
  let lastAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function gzip(): ZlibOptions {
    return { level: Math.min(level, 9), ...(isEager && { flush: constants.Z_SYNC_FLUSH }) }
  }

  /** Levels beyond 5 take too long for a stream, and the default window of 4 MiB too much memory. */
  function brotli(): BrotliOptions {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_OPERATION_FLUSH } = constants
    const params = { [BROTLI_PARAM_QUALITY]: Math.min(level, 5), [BROTLI_PARAM_LGWIN]: 19 }
    return { params, ...(isEager && { flush: BROTLI_OPERATION_FLUSH }) }
  }

  function creatorOf() {
    return coding === 'gzip' ? zlib.createGzip : zlib.createDeflate
  }

  /** Flushes if it is calm; else looks again when it may be. */
  function look(): void {
    const now = performance.now()
    const left = Math.min(lastAt + CALM_MS, firstAt + MOST_MS) - now
    if (left > 0) timer = setTimeout(look, Math.ceil(left))
    else {
      timer = undefined
      stream.flush(coding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH)
    }
  }

  stream.on('data', to.data).on('drain', to.drained).on('end', to.end).on('error', to.failed)
  return {
    write(bytes) {
      if (!isEager) {
        lastAt = performance.now()
        if (timer === undefined) {
          firstAt = lastAt
          timer = setTimeout(look, CALM_MS)
        }
      }
      return stream.write(bytes)
    },
    end() {
      clearTimeout(timer)
      stream.end()
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    destroy() {
      clearTimeout(timer)
      stream.removeAllListeners('data').removeAllListeners('drain').removeAllListeners('end')
      stream.destroy()
    },
  }
}
