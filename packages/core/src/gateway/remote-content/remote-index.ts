import { digest } from '../../machine/secrets/secret.ts'
import type { Change, Note, Reads } from '../../ports.ts'
import { apis } from '../apis/api.ts'
import type { Documentation } from './remote-places.ts'

/** Collection of the contents under `<API>/<SHA-256>`: equal contents of an API are stored once. */
const CONTENTS = 'api-remote'
/** Collection of what is known about the remote content of an API, under its id. */
const INDEXES = 'api-remote-index'

/** What is known about one address. */
export interface RemoteEntry {
  readonly url: string
  /** The stored content; absent if none ever arrived. */
  readonly sha256?: string
  readonly bytes?: number
  readonly type?: string
  readonly etag?: string
  /** When the content was last known to be current, epoch milliseconds. */
  readonly at?: number
  /** Why the last attempt failed. Absent after a success. */
  readonly problem?: string
}

/** What is known about the remote content of an API. */
export interface RemoteIndex {
  /** When the last complete round ended, epoch milliseconds; 0 during the first one. */
  readonly at: number
  /** What the last complete round was for: a digest of the deployment and its addresses. */
  readonly of?: string
  /** The document that lies under the documentation. @default none */
  readonly source?: RemoteEntry
  readonly entries: readonly RemoteEntry[]
  /** Contents changed, and no event has told so yet. */
  readonly isUntold?: true
}

/** A stored content: a text, bytes as Base64, or the document of a source. */
export type RemoteContent =
  | { readonly text: string; readonly type?: string }
  | { readonly base64: string; readonly type?: string }
  | { readonly documentation: Documentation }

/** The digest under which a content is stored. */
export const digestOf = (content: RemoteContent): string => digest(JSON.stringify(content))

/** Loads what is known about the remote content of an API. */
export async function loadRemote(store: Reads, id: string): Promise<RemoteIndex | undefined> {
  return (await store.get(INDEXES, id))?.value as RemoteIndex | undefined
}

/** The remote content of all APIs that have some, by id. */
export async function* allRemote(store: Reads): AsyncGenerator<readonly [id: string, index: RemoteIndex]> {
  for await (const { key, value } of store.scan(INDEXES)) yield [key, value as RemoteIndex]
}

/** Loads a stored content; `undefined` if it was replaced meanwhile. */
export async function loadContent(store: Reads, id: string, sha256: string): Promise<RemoteContent | undefined> {
  return (await store.get(CONTENTS, keyOf(id, sha256)))?.value as RemoteContent | undefined
}

/** What a write stores: the index, new contents by digest, and events. */
export interface RemoteWrite {
  /** `undefined`: there is nothing to keep. */
  readonly index: RemoteIndex | undefined
  readonly contents: ReadonlyMap<string, RemoteContent>
  readonly events?: Parameters<Note>[1]
}

/**
 * Changes what is known about the remote content of an API, and deletes contents that nothing names any more, in one commit.
 * `write` is called again if another process wrote in between. Resolves with the id of the last event, or `undefined`
 * without events; with `gone` if the API was deleted, which takes its contents along.
 */
export async function changeRemote(
  { store, note }: { readonly store: Reads; readonly note: Note },
  id: string,
  write: (current: RemoteIndex | undefined) => RemoteWrite,
): Promise<number | undefined | 'gone'> {
  for (;;) {
    const [api, found] = await Promise.all([store.get(apis.plural, id, { asText: true }), store.get(INDEXES, id)])
    if (!api) return 'gone'
    const current = found?.value as RemoteIndex | undefined
    const { index, contents, events = [] } = write(current)
    const [before, after] = [named(current), named(index)]
    const expected = found?.version
    const changes: Change[] = [
      { op: 'check', collection: apis.plural, key: id, expected: api.version },
      ...(index
        ? [{ op: 'put', collection: INDEXES, key: id, value: index, expected: expected ?? null } as const]
        : expected === undefined
          ? []
          : [{ op: 'delete', collection: INDEXES, key: id, expected } as const]),
      ...[...contents].flatMap(([sha256, value]): Change[] =>
        after.has(sha256) && !before.has(sha256)
          ? [{ op: 'put', collection: CONTENTS, key: keyOf(id, sha256), value }]
          : [],
      ),
      ...[...before].flatMap((sha256): Change[] =>
        after.has(sha256) ? [] : [{ op: 'delete', collection: CONTENTS, key: keyOf(id, sha256) }],
      ),
    ]
    if (changes.length === 1 && events.length === 0) return undefined
    const committed = await note(changes, events)
    if ('events' in committed) return committed.events.at(-1)?._id
  }
}

/** The contents that an index names. */
export const named = (index: RemoteIndex | undefined): ReadonlySet<string> =>
  new Set([index?.source, ...(index?.entries ?? [])].flatMap((entry) => entry?.sha256 ?? []))

/** The changes that delete the remote content of an API. */
export const forgetRemote = (id: string): Change[] => [
  { op: 'delete', collection: INDEXES, key: id },
  { op: 'deletePrefix', collection: CONTENTS, prefix: keyOf(id, '') },
]

const keyOf = (id: string, sha256: string): string => `${id}/${sha256}`
