/** A response that can be sent again. */
export interface Sendable {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** The most bytes that are kept. */
const MOST_BYTES = 32 * 1024 * 1024

/** Keeps the responses that were used last, by key, up to 32 MiB. */
export function createKept(mostBytes = MOST_BYTES) {
  const kept = new Map<string, Sendable>()
  let bytes = 0
  return {
    /** How many bytes are kept, about. */
    bytes: () => bytes,
    find(key: string): Sendable | undefined {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    keep(key: string, sendable: Sendable): void {
      const size = sizeOf(key, sendable)
      if (kept.has(key) || size > mostBytes / 4) return
      kept.set(key, sendable)
      bytes += size
      for (const [oldest, one] of kept) {
        if (bytes <= mostBytes) return
        kept.delete(oldest)
        bytes -= sizeOf(oldest, one)
      }
    },
  }
}

/** A character of a text takes up to two bytes. */
const sizeOf = (key: string, { body }: Sendable): number =>
  2 * key.length + (typeof body === 'string' ? 2 * body.length : (body?.length ?? 0)) + 500
