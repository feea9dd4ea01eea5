import { isBucket } from '../snapshots/is-bucket.ts'
import type { Command } from './command.ts'
import { onStore } from './on-store.ts'

/** `signalbox snapshot`: all records to a bucket. */
export const snapshotCommand: Command = {
  usage: 'snapshot [--to s3://BUCKET/PREFIX]',
  about:
    'write a snapshot of all records to a bucket of S3, by default that of SIGNALBOX_SNAPSHOT_TO, for signalbox import and signalbox gateway; SIGNALBOX_SNAPSHOT_KEY encrypts its secrets',
  options: ['to'],
  run: onStore(async (box, file, { to, settings, store }) => {
    const url = to ?? settings.snapshotTo
    if (file !== undefined) throw new Error(`snapshot does not take a file: use signalbox snapshot --to ${file}`)
    if (!isBucket(url))
      throw new Error('snapshot requires a bucket: use --to s3://BUCKET/PREFIX, or set SIGNALBOX_SNAPSHOT_TO')
    if (settings.store === 'memory:') throw new Error(recordsInMemory)
    const { writeSnapshotNow } = await import('../snapshots/write-snapshots.ts')
    console.log(await writeSnapshotNow(url, settings, { box, store }))
    return true
  }),
}

const recordsInMemory =
  'snapshot requires a persistent store, because the records of memory: exist only in the running server: set SIGNALBOX_STORE'
