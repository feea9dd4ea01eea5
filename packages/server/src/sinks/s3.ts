import { s3Sink } from '@signalbox/sinks/s3'
import { bucketAt } from '../snapshots/open-bucket.ts'
import type { Driver } from './driver.ts'
import { lateSink } from './late-sink.ts'

/** Buckets of S3. They are reached with the credentials and the region of the settings, like buckets of snapshots. */
export async function openS3(): Promise<Driver> {
  await import('aws4fetch')
  return async ({ to, envelope, settings }) => {
    const bucket = await bucketAt(to, settings)
    return lateSink('s3', async () => ({ sink: s3Sink({ ...bucket, ...envelope }) }))
  }
}
