/** A stand-in for S3, for tests of what reads and writes buckets. */

export type { S3Key } from './check-signature.ts'
export type { S3Object } from './list-objects.ts'
export { type S3Fault, type S3Options, type S3StandIn, startS3 } from './start-s3.ts'
