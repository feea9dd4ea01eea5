import { hashSecret } from '../machine/secrets/secret.ts'
import type { Random } from '../ports.ts'
import type { StoredGatewayKey } from './gateway-key.ts'
import { idOfGatewayKey } from './issue-gateway-key.ts'

/** A gateway key of data planes that this program starts itself. */
export interface OwnGatewayKey {
  /** `sbxg_<id>_<secret>`, whose id has a `~`, and whose secret has 52 characters of `a-z2-9`. */
  readonly key: string
}

/**
 * Returns what finds gateway keys that are in no store, no list and no event. Stored keys never have a `~` in their id.
 * Throws a `RangeError`, which does not show the key, for one of another form.
 */
export function ownGatewayKeys(keys: readonly OwnGatewayKey[], random: Random) {
  const records = new Map<string, { readonly record: StoredGatewayKey; readonly version: string }>()
  for (const { key } of keys) {
    const id = idOfGatewayKey(key)
    if (!id.includes('~'))
      throw new RangeError('An own gateway key is invalid: expected sbxg_<id>_<secret>, with a ~ in its id')
    records.set(id, { record: { id, name: id, keyHash: hashSecret(key, random) }, version: 'own' })
  }
  return (id: string) => records.get(id)
}
