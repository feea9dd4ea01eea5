/** Buckets of S3, and of stores that are compatible with it. */

export type { BucketOptions, S3Client } from './bucket.ts'
export { type S3SinkOptions, s3Sink } from './s3-sink.ts'
export {
  type KeepOptions,
  keepSnapshots,
  type SnapshotWriter,
  type SnapshotWriterOptions,
  s3SnapshotWriter,
} from './snapshots/keep-snapshots.ts'
export {
  type S3Snapshots,
  type S3SnapshotsOptions,
  type StoredFlags,
  type StoredSnapshot,
  s3Snapshots,
} from './snapshots/s3-snapshots.ts'
export type { SnapshotSettings } from './snapshots/snapshot-format.ts'
