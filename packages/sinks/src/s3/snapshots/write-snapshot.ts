import { toHex } from '@signalbox/core/gateway'
import { SignalboxError } from '@signalbox/core/wire'
import type { Bucket } from '../bucket.ts'
import { openSnapshot } from './open-snapshot.ts'
import { outdated } from './retention.ts'
import { type SnapshotContent, sealSnapshot } from './seal-snapshot.ts'
import { LATEST, type Latest, nameOf, readLatest, revisionIn, SNAPSHOTS } from './snapshot-format.ts'
import type { SnapshotKey } from './snapshot-key.ts'

/** What snapshots are written of. */
export interface SnapshotOrigin {
  /** The id of the newest event. */
  head(): Promise<number>
  /** Everything, as it is while it is read. */
  content(): Promise<Omit<SnapshotContent, 'revision' | 'at'>>
}

/** The outcome of an attempt: `other` says that another process was faster. */
export type Writing =
  | { readonly state: 'written'; readonly revision: number; readonly bytes: number }
  | { readonly state: 'unchanged' | 'other'; readonly revision: number }

interface WriteOptions {
  readonly key: SnapshotKey
  readonly clock: () => number
  readonly signal: AbortSignal
}

/** How often a snapshot is begun again because records changed meanwhile. */
const ATTEMPTS = 3

/**
 * Writes a snapshot if there are newer events than in the last one, then names it in `latest.json`, then deletes outdated
 * ones. `latest.json` never names an object that is not complete, wherever the process is killed. Rejects with CONFLICT if
 * the bucket has a snapshot of a later event than the log: it is another store's.
 */
export async function writeSnapshot(bucket: Bucket, origin: SnapshotOrigin, options: WriteOptions): Promise<Writing> {
  const { clock, signal } = options
  const found = await bucket.get(LATEST, { signal })
  const current = found && found !== 'same' ? { latest: latestIn(bucket, found.bytes), etag: found.etag } : undefined
  const head = await origin.head()
  if (current && current.latest.revision > head) throw isAnother(bucket, current.latest.revision, head)
  if (current?.latest.revision === head) return { state: 'unchanged', revision: head }
  const { revision, ...fresh } = await sealed(origin, options)
  const isFirst = await bucket.put(nameOf(revision), fresh.bytes, 'absent', signal)
  const { at, bytes } = isFirst ? fresh : await storedBefore(bucket, revision, options)
  const latest: Latest = { revision, sha256: await sha256(bytes), at }
  const condition = current ? { etag: current.etag } : 'absent'
  if (!(await bucket.put(LATEST, new TextEncoder().encode(JSON.stringify(latest)), condition, signal)))
    return { state: 'other', revision }
  await prune(bucket, { now: clock(), latest: revision, signal })
  return { state: 'written', revision, bytes: bytes.length }
}

interface Sealed {
  readonly at: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Seals what is there. It has at least all changes up to the revision. */
async function sealed(
  origin: SnapshotOrigin,
  { key, clock, signal }: WriteOptions,
): Promise<Sealed & { readonly revision: number }> {
  for (let attempt = 1; ; attempt++) {
    const revision = await origin.head()
    const at = new Date(clock()).toISOString()
    const bytes = await sealSnapshot({ ...(await origin.content()), revision, at }, key)
    signal.throwIfAborted()
    if (attempt === ATTEMPTS || (await origin.head()) === revision) return { revision, at, bytes }
  }
}

/** The snapshot that a process left that was killed before it named it, or that another process writes now. */
async function storedBefore(bucket: Bucket, revision: number, { key, signal }: WriteOptions): Promise<Sealed> {
  const name = nameOf(revision)
  const object = await bucket.get(name, { signal })
  if (!object || object === 'same') throw unusable(bucket, name, 'it disappeared while it was read')
  const { header } = await openSnapshot(object.bytes, key).catch((cause) => {
    throw unusable(bucket, name, (cause as Error).message, cause)
  })
  if (header.revision !== revision) throw unusable(bucket, name, `it is of revision ${header.revision}`)
  return { at: header.at, bytes: object.bytes }
}

/** Reads `latest.json`. Throws UNAVAILABLE if it is invalid. */
export function latestIn({ name }: Bucket, bytes: Uint8Array): Latest {
  try {
    return readLatest(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new SignalboxError('UNAVAILABLE', `${name}: ${(cause as Error).message}`, { cause })
  }
}

/** SHA-256 in hexadecimal. */
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** An UNAVAILABLE error for an object that is not used. */
export const unusable = ({ name }: Bucket, key: string, why: string, cause?: unknown): SignalboxError =>
  new SignalboxError('UNAVAILABLE', `The snapshot ${name}/${key} is not used: ${why}`, { cause })

const isAnother = ({ name }: Bucket, there: number, here: number): SignalboxError =>
  new SignalboxError(
    'CONFLICT',
    `${name} has a snapshot of revision ${there}, and this store is at revision ${here}: the bucket is that of another store, or this store was restored from a backup. Choose another prefix, or delete ${LATEST} and ${SNAPSHOTS} there`,
  )

interface Pruning {
  readonly now: number
  /** The revision that is named. */
  readonly latest: number
  readonly signal: AbortSignal
}

/** Deletes outdated snapshots, but none that is newer than the one that is named. */
async function prune(bucket: Bucket, { now, latest, signal }: Pruning): Promise<void> {
  const all: { key: string; at: number; revision: number }[] = []
  let after: string | undefined
  for (;;) {
    const { entries, isTruncated } = await bucket.list(SNAPSHOTS, { ...(after !== undefined && { after }), signal })
    for (const { key, at } of entries) {
      const revision = revisionIn(key)
      if (revision !== undefined && revision <= latest) all.push({ key, at, revision })
    }
    after = entries.at(-1)?.key
    if (!isTruncated || after === undefined) break
  }
  for (const { key } of outdated(all, now)) await bucket.delete(key, signal)
}
