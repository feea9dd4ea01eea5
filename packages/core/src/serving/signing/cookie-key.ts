import { noteIn } from '../../machine/records/commit.ts'
import type { InstancePorts, Random, Store } from '../../ports.ts'
import { fromBase64Url, toBase64Url } from '../sealed/base64url.ts'

const COLLECTION = 'gateway-secret'

/**
 * Loads the key that signs cookies of the gateway: 32 bytes. It is made at the first need and kept in the store, so that
 * cookies are valid after a restart and at every data plane.
 */
export const loadCookieKey = (store: Store, random: Random): Promise<Uint8Array> =>
  cookieKeyOf({ store, note: noteIn(store) }, random)

/** The same for the parts of an instance. */
export const cookieKeyOf = (ports: Stored, random: Random): Promise<Uint8Array> => loadKey(ports, random, 'cookies')

type Stored = Pick<InstancePorts, 'store' | 'note'>

/**
 * Loads the key that signs what browsers keep during a sign-in, which all servers on a store share, as `loadCookieKey` does.
 * Data planes do not get it.
 */
export const loadSignInKey = (store: Store, random: Random): Promise<Uint8Array> =>
  loadKey({ store, note: noteIn(store) }, random, 'sign-in')

async function loadKey({ store, note }: Stored, random: Random, key: string): Promise<Uint8Array> {
  const found = await store.get(COLLECTION, key)
  if (found) return fromBase64Url(found.value as string) ?? new Uint8Array()
  const secret = random(32)
  const value = toBase64Url(secret)
  const made = await note([{ op: 'put', collection: COLLECTION, key, value, expected: null }])
  return 'conflict' in made ? loadKey({ store, note }, random, key) : secret
}
