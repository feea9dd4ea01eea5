import type { Config, Feature, Segment } from '@signalbox/core'
import type { Experiment } from '@signalbox/core/contract'
import { type Bucket, type BucketOptions, openBucket } from '../bucket.ts'
import { type OpenedSnapshot, openSnapshot } from './open-snapshot.ts'
import { LATEST, type Latest, nameOf, type SnapshotSettings } from './snapshot-format.ts'
import { type SnapshotKey, snapshotKeyOf } from './snapshot-key.ts'
import { latestIn, sha256, unusable } from './write-snapshot.ts'

/** Options of `s3Snapshots`. */
export interface S3SnapshotsOptions extends BucketOptions {
  /** The key under which the snapshots were written: `SIGNALBOX_SNAPSHOT_KEY` of the writer. */
  readonly key: string
}

/** A snapshot of all records, which was checked. */
export interface StoredSnapshot {
  /** The id of the newest event when it was begun. It has all changes up to there. */
  readonly revision: number
  /** When it was begun, in ISO 8601. */
  readonly at: string
  /** How the writer evaluates. */
  readonly settings: SnapshotSettings
  /** The records, in the order of an import. @default of all kinds */
  records(kinds?: readonly string[]): AsyncIterable<{ readonly kind: string; readonly record: unknown }>
  /** The flags whose ids match a list of patterns, for `live`. Segments are all there. */
  flags(patterns: string): Promise<StoredFlags>
  /** What data planes serve, sealed: for `followSnapshots` of `@signalbox/gateway`. */
  units(): Iterable<unknown>
}

/** The flags of a snapshot. */
export interface StoredFlags {
  readonly settings: SnapshotSettings
  readonly features: readonly Feature[]
  readonly segments: readonly Segment[]
  readonly configs: readonly Config[]
  readonly experiments: readonly Experiment[]
}

/** The snapshots in a bucket. Fits `live(undefined, { from })` and `followSnapshots({ from })`. */
export interface S3Snapshots {
  /**
   * Returns the newest snapshot; `undefined` if that is the revision `held`. Costs a request that is answered with 304 while
   * nothing is new. Rejects with UNAVAILABLE, which names the object, if there is none, if it was changed, is truncated, is
   * older than `held`, or was written under another key: keep what you have, and ask again later.
   */
  newest(held: number | undefined, signal: AbortSignal): Promise<StoredSnapshot | undefined>
  /** The secrets of `units()` are sealed under this key. */
  readonly sealing: () => Promise<SnapshotKey>
}

/**
 * Reads the snapshots that `signalbox snapshot` or a server with `SIGNALBOX_SNAPSHOT_TO` writes. Throws a `RangeError`
 * for an invalid address.
 *
 * @example
 * const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'eu-west-1' })
 * const from = s3Snapshots({ url: 's3://flags/prod', client, region: 'eu-west-1', key: process.env.SNAPSHOT_KEY ?? '' })
 * const flags = live(undefined, { from })
 * await flags.ready()
 */
export function s3Snapshots({ key: secret, ...options }: S3SnapshotsOptions): S3Snapshots {
  const bucket = openBucket(options)
  let derived: Promise<SnapshotKey> | undefined
  const sealing = () => {
    derived ??= snapshotKeyOf(secret)
    return derived
  }
  /** The answer for an ETag of `latest.json`. */
  let known: { readonly etag: string; readonly answer: Promise<StoredSnapshot> } | undefined

  async function newest(held: number | undefined, signal: AbortSignal): Promise<StoredSnapshot | undefined> {
    await sealing()
    const found = await bucket.get(LATEST, { etag: known?.etag, signal })
    if (!found) throw unusable(bucket, LATEST, 'there is none yet; signalbox snapshot writes one')
    if (found !== 'same') {
      const latest = latestIn(bucket, found.bytes)
      if (held !== undefined && latest.revision < held)
        throw unusable(
          bucket,
          LATEST,
          `it went back from revision ${held} to ${latest.revision}. Restart this program if a backup was restored`,
        )
      if (latest.revision === held) return undefined
      const answer = load(bucket, latest, signal)
      const next = { etag: found.etag, answer }
      known = next
      // What could not be read is read again.
      answer.catch(() => {
        if (known === next) known = undefined
      })
    }
    const snapshot = await known?.answer
    return snapshot?.revision === held ? undefined : snapshot
  }

  async function load(bucket: Bucket, latest: Latest, signal: AbortSignal): Promise<StoredSnapshot> {
    const name = nameOf(latest.revision)
    const object = await bucket.get(name, { signal })
    if (!object || object === 'same') throw unusable(bucket, name, 'there is no such object')
    if ((await sha256(object.bytes)) !== latest.sha256)
      throw unusable(bucket, name, `it is not the file that ${LATEST} names: it was changed, or is truncated`)
    const opened = await openSnapshot(object.bytes, await sealing()).catch((cause) => {
      throw unusable(bucket, name, (cause as Error).message, cause)
    })
    if (opened.header.revision !== latest.revision)
      throw unusable(bucket, name, `it is of revision ${opened.header.revision}`)
    return toStored(opened)
  }

  return { newest, sealing }
}

const toStored = ({ header: { revision, at, settings }, records, units }: OpenedSnapshot): StoredSnapshot => ({
  revision,
  at,
  settings,
  records,
  units,
  async flags(patterns) {
    const all = {
      features: [] as Feature[],
      segments: [] as Segment[],
      configs: [] as Config[],
      experiments: [] as Experiment[],
    }
    const { compileWhere } = await import('@signalbox/core') // programs that only evaluate flags do not load it before
    const { matches } = compileWhere([patterns])
    for await (const { kind, record } of records(Object.keys(all))) {
      const { id } = record as { readonly id: string }
      if (kind === 'segments' || matches(id)) all[kind as keyof typeof all].push(record as never)
    }
    return { settings, ...all }
  },
})
