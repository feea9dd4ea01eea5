import { forAdmins } from '../callers/access.ts'
import type { Identity } from '../callers/caller.ts'
import { gatewayReads, markGateway } from '../callers/gateway-caller.ts'
import type { AuthorizedPatterns } from '../callers/grants-schema.ts'
import { GATEWAY_KEY, keepSealingRoot } from '../callers/sealing-of.ts'
import { segmentSchema } from '../keys/key.ts'
import { operation } from '../operation.ts'
import type { Random } from '../ports.ts'
import { bulk, crud } from '../records/contract.ts'
import type { Hooks, Writing } from '../records/hooks.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { hashedSecret, note, object, output, Type } from '../schema.ts'
import { sealingRootOf } from '../sealing-key.ts'
import { hashSecret, randomText } from '../secret.ts'

const members = { id: Type.Optional(segmentSchema), name: note }

/** The schema of gateway keys, with which data planes in processes of their own identify themselves. */
export const gatewayKeySchema = object({
  ...members,
  key: output(Type.String({ description: 'The gateway key, `sbxg_…`. Only in the response that creates it' })),
})
/** A gateway key. */
export type GatewayKey = Static<typeof gatewayKeySchema>

/** A gateway key as stored and in nd-json: with a hash of the key. */
export interface StoredGatewayKey extends Omit<GatewayKey, 'key'> {
  readonly keyHash: string
  /** What workflows may do beyond the rights of every gateway. Stored keys have none. */
  readonly grants?: AuthorizedPatterns<string>
}

/** The domain of gateway keys. */
export const gatewayKeyDomain = {
  domain: GATEWAY_KEY,
  events: 'GATEWAYKEY',
  isStreamedByDefault: true,
  access: forAdmins,
} as const

/** The record kind of gateway keys. */
export const gatewayKeys = defineResource({
  ...gatewayKeyDomain,
  name: 'gateway key',
  plural: 'gateway-keys',
  path: '/api/gateway/keys',
  schema: gatewayKeySchema,
  id: segmentSchema,
  fixedId: true,
  isCompleted: true,
  hashes: true,
  lines: object({ ...members, id: segmentSchema, keyHash: hashedSecret }),
})

const { list, get, create, delete: remove } = crud(gatewayKeys)

/** The operations on gateway keys. A key cannot be changed: create another one, and delete the first. */
export const gatewayKeyContract = {
  list,
  create: operation({ ...create, summary: 'Create a gateway key: only this response shows it' }),
  get,
  delete: operation({ ...remove, summary: 'Delete a gateway key: the streams of its data planes end at once' }),
  ...bulk(gatewayKeys),
}

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

/** The caller with a gateway key. Its secrets are sealed under a key that is derived from this one, and never stored. */
export const toGatewayIdentity = async (
  { id = '', name, grants = [] }: StoredGatewayKey,
  { version, key }: { readonly version: string; readonly key: string },
): Promise<Identity> =>
  keepSealingRoot(
    markGateway({ id, name: name || id, kind: GATEWAY_KEY, authorizedPatterns: [gatewayReads, ...grants], version }),
    await sealingRootOf(key),
  )
