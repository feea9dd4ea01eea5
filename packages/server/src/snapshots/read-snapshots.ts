import { type S3Snapshots, s3Snapshots } from '@signalbox/sinks/s3'
import type { Settings } from '../settings/settings.ts'
import { bucketAt } from './open-bucket.ts'

/** Opens the snapshots in a bucket. Rejects with an `Error` that names the setting if one is missing. */
export async function snapshotsAt(url: string, settings: Settings): Promise<S3Snapshots> {
  if (settings.snapshotKey === '') throw new Error(keyIsMissing(url))
  return s3Snapshots({ ...(await bucketAt(url, settings)), key: settings.snapshotKey })
}

/** The lines of the newest snapshot, as in an export. Nothing is yielded before the whole snapshot was checked. */
export async function* linesOfSnapshot(url: string, settings: Settings): AsyncGenerator<string> {
  const snapshots = await snapshotsAt(url, settings)
  const snapshot = await snapshots.newest(undefined, new AbortController().signal)
  for await (const line of snapshot?.records() ?? []) yield `${JSON.stringify(line)}\n`
}

/** The sentence for snapshots without a key. */
export const keyIsMissing = (url: string): string =>
  `The key of the snapshots in ${url} is missing: set SIGNALBOX_SNAPSHOT_KEY to a random text of at least 32 characters, such as that of openssl rand -base64 32; writers and readers need the same one`
