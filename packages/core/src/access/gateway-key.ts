import { forAdmins } from '../machine/callers/access.ts'
import { GATEWAY_KEY } from '../machine/callers/sealing-of.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { bulk, crud } from '../machine/records/contract.ts'
import { defineResource } from '../machine/records/resource.ts'
import { hashedSecret, note, object, output, type Static, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'

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
