import { type SealingKey, sealingKeyOf, toBase64Url } from '@signalbox/core/gateway'

/** The keys of snapshots: one seals and signs, the other tells which one that was. */
export interface SnapshotKey extends SealingKey {
  /** A text that is the same for the same key, and from which the key cannot be computed. */
  readonly id: string
}

const LEAST_CHARACTERS = 32

/** Derives the keys from a secret. Rejects with a `RangeError`, which does not show it, if it is too short. */
export async function snapshotKeyOf(secret: string): Promise<SnapshotKey> {
  if (secret === '')
    throw new RangeError(
      'The key of snapshots is missing: set SIGNALBOX_SNAPSHOT_KEY to a random text, such as that of `openssl rand -base64 32`',
    )
  if (secret.length < LEAST_CHARACTERS)
    throw new RangeError(
      `The key of snapshots is too short: SIGNALBOX_SNAPSHOT_KEY must have at least ${LEAST_CHARACTERS} characters`,
    )
  const key = await sealingKeyOf(`snapshot ${secret}`)
  return { ...key, id: toBase64Url(await key.encrypt('', 'id')) }
}
