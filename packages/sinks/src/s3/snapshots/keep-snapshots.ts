import type { DutyLog, Random, Report } from '@signalbox/core'
import { type BucketOptions, openBucket } from '../bucket.ts'
import { type BoxOriginOptions, boxOrigin } from './box-origin.ts'
import { snapshotKeyOf } from './snapshot-key.ts'
import { type Writing, writeSnapshot } from './write-snapshot.ts'

/** What snapshots are written of, and where. */
export interface SnapshotWriterOptions extends BucketOptions, Omit<BoxOriginOptions, 'key'> {
  /** The key under which secrets are encrypted and snapshots are signed: a random text of at least 32 characters. */
  readonly key: string
  /** @default Date.now */
  readonly clock?: () => number
}

/** Writes snapshots of a Signalbox to a bucket. */
export interface SnapshotWriter {
  /** Writes a snapshot if there is something new. Rejects with a `SignalboxError` that names the bucket, and with a `RangeError` for a key that is too short. */
  write(signal: AbortSignal): Promise<Writing>
}

/**
 * Creates a writer of snapshots. Several processes may write to one bucket: what one of them wrote, the others do not
 * write again. Throws a `RangeError` for an invalid address.
 */
export function s3SnapshotWriter({
  key: secret,
  clock = Date.now,
  box,
  head,
  cookieKey,
  ...options
}: SnapshotWriterOptions): SnapshotWriter {
  const bucket = openBucket(options)
  return {
    async write(signal) {
      const key = await snapshotKeyOf(secret)
      return writeSnapshot(bucket, boxOrigin({ box, head, cookieKey, key }), { key, clock, signal })
    },
  }
}

/** How a process keeps writing. */
export interface KeepOptions {
  /** Milliseconds between attempts. @default 60000 */
  readonly every?: number
  readonly report: Report
  /** Receives the outcome of each attempt, such as `box.duties.begin('snapshots')`. @default nothing */
  readonly duty?: DutyLog
  /** @default crypto.getRandomValues */
  readonly random?: Random
}

const secureRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** Writes snapshots until the returned function is called, which waits for the last attempt. The same failure is reported once. */
export function keepSnapshots(
  writer: SnapshotWriter,
  { every = 60_000, report, duty, random = secureRandom }: KeepOptions,
): () => Promise<void> {
  const closing = new AbortController()
  let said: string | undefined
  let writing: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function attempt(): Promise<void> {
    try {
      const written = await writer.write(closing.signal)
      duty?.done(written.state === 'written' ? { bytes: written.bytes } : {})
      said = undefined
    } catch (error) {
      if (closing.signal.aborted) return
      duty?.failed()
      if (String(error) !== said) report(error)
      said = String(error)
    }
    // Processes that started together do not stay together.
    if (!closing.signal.aborted) timer = setTimeout(begin, every * (0.9 + (random(1)[0] ?? 0) / 1275))
  }
  function begin(): void {
    writing = attempt()
  }

  begin()
  return async () => {
    closing.abort()
    clearTimeout(timer)
    await writing
  }
}
