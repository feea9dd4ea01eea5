/** Writes to a bucket until it is killed: `snapshots` or `log`, with where it is as JSON. */
import type { ChangeEvent } from '@signalbox/core/sinks'
import { AwsClient } from 'aws4fetch'
import { openBucket } from './bucket.ts'
import { s3Sink } from './s3-sink.ts'
import { snapshotKeyOf } from './snapshots/snapshot-key.ts'
import { writeSnapshot } from './snapshots/write-snapshot.ts'

const [what, text = '{}'] = process.argv.slice(2)
const { endpoint, url, secret, key } = JSON.parse(text)
const client = new AwsClient({ ...key, service: 's3', region: 'us-east-1', retries: 0 })
const access = { endpoint, url, client }
const { signal } = new AbortController()

async function* each<T>(values: readonly T[]) {
  yield* values
}

async function writeSnapshots(): Promise<void> {
  const bucket = openBucket(access)
  const sealing = await snapshotKeyOf(secret)
  const found = await bucket.get('latest.json', { signal })
  let head = found && found !== 'same' ? JSON.parse(Buffer.from(found.bytes).toString()).revision : 0
  for (;;) {
    head++
    const records = Array.from({ length: 50 }, (_, n) => ({
      kind: 'configs',
      record: { id: `c${n}`, head },
      isSecret: n % 2 === 0,
    }))
    const settings = { timeZone: 'UTC', bucketing: 'murmur3', assignment: 'balanced' } as const
    const origin = {
      head: async () => head,
      content: async () => ({ settings, records: each(records), units: each([]) }),
    }
    await writeSnapshot(bucket, origin, { key: sealing, clock: Date.now, signal })
  }
}

async function writeLog(): Promise<void> {
  const sink = s3Sink(access)
  let after = (await sink.position(signal)) ?? 0
  for (;;) {
    const events = [1, 2, 3].map(
      (n): ChangeEvent => ({
        ...{ _id: after + n, type: 'FEATURE_UPDATED', key: `key:${after + n}`, domain: 'Feature' },
        ...{ payload: { n: after + n }, timestamp: '2026-01-01T00:00:00.000' },
      }),
    )
    await sink.append(events, after, signal)
    after += events.length
  }
}

await (what === 'log' ? writeLog() : writeSnapshots())
