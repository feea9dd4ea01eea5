import type { Report, Signalbox, Store } from '@signalbox/core'
import { keepSnapshots, type SnapshotWriter, s3SnapshotWriter } from '@signalbox/sinks/s3'
import { loadGatewaySecret } from '../gateway/gateway-secret.ts'
import type { Settings } from '../settings/settings.ts'
import { bucketAt } from './open-bucket.ts'
import { keyIsMissing } from './read-snapshots.ts'

interface Written {
  readonly box: Signalbox
  readonly store: Store
}

/** Opens a writer of snapshots of a box. Rejects with an `Error` that names the setting if one is missing. */
async function snapshotWriter(url: string, settings: Settings, { box, store }: Written): Promise<SnapshotWriter> {
  if (settings.snapshotKey === '') throw new Error(keyIsMissing(url))
  return s3SnapshotWriter({
    ...(await bucketAt(url, settings)),
    key: settings.snapshotKey,
    box,
    head: () => store.head(),
    cookieKey: () => loadGatewaySecret(store),
  })
}

/**
 * Keeps the bucket of the settings up to date, if there is one, until the returned function is called. Rejects with an
 * `Error` that names the setting if one is missing.
 */
export async function keepSnapshotsOf(
  settings: Settings,
  { report, ...written }: Written & { readonly report: Report },
): Promise<() => Promise<void>> {
  const duty = written.box.duties.begin('snapshots')
  return keepSnapshots(await snapshotWriter(settings.snapshotTo, settings, written), { report, duty })
}

/** Writes a snapshot now, and returns a line about it. */
export async function writeSnapshotNow(url: string, settings: Settings, written: Written): Promise<string> {
  const writer = await snapshotWriter(url, settings, written)
  await written.box.ready()
  const { state, revision } = await writer.write(new AbortController().signal)
  if (state === 'written') return `Wrote the snapshot of revision ${revision} to ${url}`
  if (state === 'unchanged') return `${url} has a snapshot of revision ${revision}, and nothing has changed since`
  return `Another process writes snapshots to ${url} at this moment, of revision ${revision} or a later one`
}
