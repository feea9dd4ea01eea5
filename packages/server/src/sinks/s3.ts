import { bucketAt } from '../snapshots/open-bucket.ts'
import type { Driver, Scheme } from './driver.ts'
import { lateSink } from './late-sink.ts'

/** Buckets of S3. They are reached with the credentials and the region of the settings, like buckets of snapshots. */
export const s3: Scheme = { packages: ['aws4fetch'], options: {}, load }

async function load(): Promise<Driver> {
  const [{ s3Sink }] = await Promise.all([import('@signalbox/sinks/s3'), import('aws4fetch')])
  return async ({ to, envelope, settings }) => {
    const bucket = await bucketAt(to, settings)
    return lateSink('s3', async () => ({ sink: s3Sink({ ...bucket, ...envelope }) }))
  }
}
