import type { Identity } from '../machine/callers/caller.ts'
import { markGateway } from '../machine/callers/gateway-caller.ts'
import { GATEWAY_KEY, keepSealingRoot } from '../machine/callers/sealing-of.ts'
import type { Hooks, Writing } from '../machine/records/hooks.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import { sealingRootOf } from '../machine/secrets/sealing-key.ts'
import { hashSecret } from '../machine/secrets/secret.ts'
import type { Random } from '../ports.ts'
import type { GatewayKey, StoredGatewayKey } from './gateway-key.ts'

const PREFIX = 'sbxg_'

/** Makes the key of a record: its prefix, the id, and a secret of 52 letters and digits. */
export const newGatewayKey = (id: string, random: Random): string => `${PREFIX}${id}_${randomText(random, 52)}`

/** The id in a gateway key; the empty string, which is never one, if the text has another form. */
export const idOfGatewayKey = (key: string): string => /^sbxg_(.+)_[a-z2-9]{52}$/.exec(key)?.[1] ?? ''

/** Generates missing ids, and keys. A key is stored as a hash and shown once. */
export const gatewayKeyHooks = (random: Random): Hooks<GatewayKey> => ({
  prepare({ next, current }: Writing<GatewayKey & Partial<StoredGatewayKey>>) {
    const { id = randomText(random, 16), name = '' } = next
    const kept = next.keyHash ?? current?.keyHash
    if (kept !== undefined) return { record: { id, name, keyHash: kept } }
    const key = newGatewayKey(id, random)
    return { record: { id, name, keyHash: hashSecret(key, random) }, shown: { key } }
  },
  present: ({ keyHash: _hidden, ...shown }: GatewayKey & Partial<StoredGatewayKey>) => shown,
})

/** What data planes read besides the configuration that they serve. Their workflows have no part in it. */
const readable = { pattern: '*', rights: ['R' as const], domains: ['Feature', 'Segment', 'Config', 'Experiment'] }

/** The caller with a gateway key. Its secrets are sealed under a key that is derived from this one, and never stored. */
export const toGatewayIdentity = async (
  { id = '', name }: StoredGatewayKey,
  { version, key }: { readonly version: string; readonly key: string },
): Promise<Identity> =>
  keepSealingRoot(
    markGateway({ id, name: name || id, kind: GATEWAY_KEY, authorizedPatterns: [readable], version }),
    await sealingRootOf(key),
  )
