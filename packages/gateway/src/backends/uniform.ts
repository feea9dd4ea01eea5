import type { Random } from '@signalbox/core/gateway'

/** Returns a function that returns random numbers from 0 up to 1. Bytes are drawn in batches, because each draw costs. */
export function uniform(random: Random): () => number {
  let bytes: DataView<ArrayBufferLike> = new DataView(new ArrayBuffer(0))
  let at = 0
  return () => {
    if (at >= bytes.byteLength) {
      const drawn = random(4 * NUMBERS_PER_DRAW)
      bytes = new DataView(drawn.buffer, drawn.byteOffset, drawn.byteLength)
      at = 0
    }
    const number = bytes.getUint32(at) / 2 ** 32
    at += 4
    return number
  }
}

const NUMBERS_PER_DRAW = 512
