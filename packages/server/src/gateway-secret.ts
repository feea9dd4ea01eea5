import { randomBytes } from 'node:crypto'
import type { Store } from '@signalbox/core'

const COLLECTION = 'gateway-secret'
const KEY = 'cookies'

/**
 * Loads the key that signs cookies of the gateway. It is made with the first start and kept in the store, so that
 * cookies are valid after a restart and at every process on the store.
 */
export async function loadGatewaySecret(store: Store): Promise<Uint8Array> {
  const found = await store.get(COLLECTION, KEY)
  if (found) return Buffer.from(found.value as string, 'base64url')
  const secret = randomBytes(32)
  const value = secret.toString('base64url')
  const made = await store.commit([{ op: 'put', collection: COLLECTION, key: KEY, value, expected: null }], [])
  return 'conflict' in made ? loadGatewaySecret(store) : secret
}
