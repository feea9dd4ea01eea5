import type { HeaderList } from '../../headers/header-list.ts'
import type { BodyTransform } from '../../plugin-api/hooks.ts'
import type { Entries, Place, Stored } from './entries.ts'
import type { Flight } from './flights.ts'

/** What is remembered of a request whose response may be stored. */
export interface PendingStore {
  readonly place: Place
  /** The headers that select the response, as the backend gets them. */
  readonly sent: HeaderList
  readonly askedAt: number
  /** Why the backend is called, in the words of RFC 9211. */
  readonly why: 'miss' | 'stale' | 'request'
  /** The stored response that is validated, or was found to be stale. */
  readonly stale: Stored | undefined
  readonly flight: Flight | undefined
  /** What is sent in place of the body of the backend. */
  instead?: Uint8Array
  /** The response to store, when its body is whole. */
  storing?: Omit<Stored, 'body'>
}

/** What can be done with a body on its way to the client. */
interface CollectOptions {
  readonly entries: Entries
  readonly most: number
  /** The length that the head says. */
  readonly length: number | undefined
}

/** Passes on a body, and stores the response when it is whole. */
export function collect(
  { place, flight }: PendingStore,
  storing: Omit<Stored, 'body'>,
  { entries, most, length }: CollectOptions,
): BodyTransform {
  let chunks: Uint8Array[] | undefined = []
  let size = 0
  return {
    keepsLength: true,
    chunk(bytes) {
      size += bytes.length
      if (size <= most) chunks?.push(bytes)
      else if (chunks) {
        chunks = undefined
        flight?.land('unshared')
      }
      return bytes
    },
    flush() {
      if (chunks && (length === undefined || length === size)) {
        entries.store(place, { ...storing, body: owned(chunks, size) })
        flight?.land('stored')
      }
      return undefined
    },
  }
}

/** Sends these bytes in place of a body. */
export const replaceBy = (body: Uint8Array): BodyTransform => ({
  keepsLength: true,
  chunk: () => undefined,
  flush: () => body,
})

/** A copy of the bytes: a slice of a connection's buffer would keep the whole buffer. */
export function owned(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
