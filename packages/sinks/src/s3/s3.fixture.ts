import { randomUUID } from 'node:crypto'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { startS3 } from '@signalbox/testing/s3'
import { AwsClient } from 'aws4fetch'
import { onTestFinished } from 'vitest'
import { s3SnapshotWriter } from './snapshots/keep-snapshots.ts'
import { s3Snapshots } from './snapshots/s3-snapshots.ts'

export const never = new AbortController().signal

/** A bucket, with what a client of it is opened with. */
export async function startBucket(options: { readonly clock?: () => number } = {}) {
  const key = { accessKeyId: 'test', secretAccessKey: randomUUID() }
  const s3 = await startS3({ ...key, bucket: 'signalbox', ...options })
  onTestFinished(() => s3.close())
  const client = new AwsClient({ ...key, service: 's3', region: 'us-east-1', retries: 0 })
  return { s3, key, access: { client, endpoint: s3.endpoint, url: 's3://signalbox/prod' } }
}

/** A Signalbox whose snapshots are in a bucket. */
export async function startSnapshots({ clock = Date.now }: { readonly clock?: () => number } = {}) {
  const { s3, access, ...rest } = await startBucket({ clock })
  const secret = randomUUID() + randomUUID()
  const open = () => {
    const store = memoryStore({ clock: () => 0 }) // the first event has the id 1
    const box = createSignalbox({ store })
    onTestFinished(() => box.close())
    const parts = { box, head: () => store.head(), cookieKey: async () => new Uint8Array(32).fill(7), clock }
    return { box, writer: (key = secret) => s3SnapshotWriter({ ...access, ...parts, key }) }
  }
  const { box, writer } = open()
  return {
    ...rest,
    s3,
    access,
    secret,
    box,
    /** Another Signalbox, with a store of its own. */
    open,
    write: (signal = never) => writer().write(signal),
    writer,
    reader: (key = secret) => s3Snapshots({ ...access, key }),
    /** The text of an object below the prefix. */
    textOf: (name: string) => Buffer.from(s3.objects.get(`prod/${name}`)?.body ?? []).toString(),
    names: () => [...s3.objects.keys()].map((name) => name.replace('prod/', '')).sort(),
  }
}

export const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' as const })
