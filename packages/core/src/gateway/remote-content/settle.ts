import { type Outcome, readAddress } from './fetch-document.ts'
import { problemOfType } from './media-types.ts'
import { readSource } from './read-source.ts'
import { digestOf, type RemoteContent, type RemoteEntry } from './remote-index.ts'
import type { Documentation } from './remote-places.ts'

/** An address to fetch, and what is known about it. */
export interface Wanted {
  readonly url: string
  /** The media type that the documentation says it has; absent for the document of a source. */
  readonly type?: string
  readonly known: RemoteEntry | undefined
}

/** What an address has after a fetch. */
export interface Settled {
  readonly entry: RemoteEntry
  /** New content. Absent if nothing arrived, or the same. */
  readonly content?: RemoteContent
}

/**
 * Returns the new entry of an address after a fetch. Without new content, the last good content stays. `room` is how many
 * bytes the API has left.
 */
export async function settle(
  { url, type, known }: Wanted,
  outcome: Outcome,
  { now, room }: { readonly now: number; readonly room: number },
): Promise<Settled> {
  const before: RemoteEntry = known ? withoutProblem(known) : { url }
  const failed = (problem: string): Settled => ({
    entry: { ...((before.bytes ?? 0) > room ? { url } : before), problem },
  })
  if (outcome === 'same') return (before.bytes ?? 0) > room ? failed(NO_ROOM) : { entry: { ...before, at: now } }
  if ('problem' in outcome) return failed(outcome.problem)
  const { bytes, type: given, etag } = outcome
  const lie = type === undefined ? undefined : problemOfType(type, given)
  if (lie !== undefined) return failed(lie)
  if (bytes.length > room) return failed(NO_ROOM)
  let content: RemoteContent
  try {
    content =
      type === undefined ? { documentation: await readSource(bytes, readAddress(url)) } : contentOf(bytes, given)
  } catch (error) {
    return failed((error as Error).message.slice(0, 500))
  }
  const sha256 = digestOf(content)
  const entry: RemoteEntry = {
    ...{ url, sha256, bytes: bytes.length, at: now },
    ...(given !== undefined && { type: given }),
    ...(etag !== undefined && { etag }),
  }
  return { entry, content }
}

const NO_ROOM = 'The documents of the API have more than 20 MiB together'

function withoutProblem({ problem: _problem, ...entry }: RemoteEntry): RemoteEntry {
  return entry
}

/** The document of a source, if a content is one. */
export const documentationIn = (content: RemoteContent | undefined): Documentation | undefined =>
  content && 'documentation' in content ? content.documentation : undefined

function contentOf(bytes: Uint8Array, type: string | undefined): RemoteContent {
  const text = decoded(bytes)
  const shown = text === undefined ? { base64: toBase64(bytes) } : { text }
  return { ...shown, ...(type !== undefined && { type }) }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A call takes a limited number of arguments. */
const STEP = 0x2000

function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += STEP) letters += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(letters)
}
