import { keySchema } from '../machine/keys/key.ts'
import { bulk, crud, patchable, uploadMembers } from '../machine/records/contract.ts'
import { anyObject, choice, object, patterns, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { forceFlag } from '../targeting/contract.ts'
import { configs } from './config.ts'

const read = { domain: 'Config', right: 'R' } as const
const context = anyObject({ description: 'The evaluation context; its id identifies the client' })

const records = { ...crud(configs), ...patchable(configs), ...bulk(configs) }

/** The value of a config in a context, and why. */
export const evaluationSchema = object({
  id: keySchema,
  value: Type.Unknown(),
  reason: choice(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'ERROR'], {
    description: '`STATIC`: no rules; `DEFAULT`: no rule decided; `ERROR`: the split of a rule could not be decided',
  }),
  rule: Type.Optional(
    object({ index: Type.Integer(), name: Type.Optional(Type.String()) }, { description: 'The rule that decided' }),
  ),
  variant: Type.Optional(Type.String({ description: 'The name of the variant of a split, or else of the rule' })),
  errorCode: Type.Optional(choice(['TARGETING_KEY_MISSING'])),
  message: Type.Optional(Type.String()),
})

/** The operations on configs. */
export const configContract = {
  ...records,
  create: operation({ ...records.create, query: object({ force: forceFlag }) }),
  replace: operation({ ...records.replace, query: object({ force: forceFlag }) }),
  patch: operation({ ...records.patch, query: object({ force: forceFlag }) }),
  import: operation({ ...records.import, query: object({ ...uploadMembers, force: forceFlag }) }),
  evaluate: operation({
    method: 'POST',
    path: '/api/configs/{id}/evaluate',
    summary: 'Get the value of a config in a context, and why',
    access: read,
    params: { id: keySchema },
    body: context,
    optionalBody: true,
    response: evaluationSchema,
    safe: true,
  }),
  evaluateAll: operation({
    method: 'POST',
    path: '/api/configs/_evaluate',
    summary: 'Get the values of configs in a context, sorted by id',
    access: read,
    query: object({ pattern: Type.Optional(patterns) }),
    body: context,
    optionalBody: true,
    response: object({ results: Type.Array(evaluationSchema) }),
    safe: true,
  }),
  tree: operation({
    method: 'GET',
    path: '/api/tree/configs',
    summary: 'Get config values as a tree; texts that contain JSON are parsed',
    access: read,
    query: object({ pattern: Type.Optional(patterns) }),
    response: anyObject({ description: 'A level for each segment of the keys' }),
  }),
}
