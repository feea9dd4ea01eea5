import { isBucket } from '../snapshots/is-bucket.ts'
import { writeSnapshotNow } from '../snapshots/write-snapshots.ts'
import type { Run } from './command.ts'
import { onStore } from './on-store.ts'

/** `signalbox snapshot`: all records to a bucket. */
export const runSnapshot: Run = onStore(async (box, file, { to, settings, store }) => {
  const url = to ?? settings.snapshotTo
  if (file !== undefined) throw new Error(`snapshot does not take a file: use signalbox snapshot --to ${file}`)
  if (!isBucket(url))
    throw new Error('snapshot requires a bucket: use --to s3://BUCKET/PREFIX, or set SIGNALBOX_SNAPSHOT_TO')
  if (settings.store === 'memory:') throw new Error(recordsInMemory)
  console.log(await writeSnapshotNow(url, settings, { box, store }))
  return true
})

const recordsInMemory =
  'snapshot requires a persistent store, because the records of memory: exist only in the running server: set SIGNALBOX_STORE'
