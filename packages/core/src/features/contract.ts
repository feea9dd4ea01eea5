import { keySchema } from '../machine/keys/key.ts'
import { bulk, patchableMany, uploadMembers } from '../machine/records/contract.ts'
import { pageOf, pageQuery } from '../machine/records/lists/page.ts'
import { anyObject, object, patterns, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { force, forceFlag, referable } from '../targeting/contract.ts'
import { featureSchema, features } from './feature.ts'

const read = { domain: 'Feature', right: 'R' } as const
const context = anyObject({ description: 'The evaluation context; its id identifies the client' })
const tree = anyObject({ description: 'A level for each segment of the keys; each leaf has `active`' })
const checked = object({
  active: Type.Boolean(),
  explanation: Type.Optional(anyObject({ description: 'The reason, and the numbers that decided' })),
})
const explain = object({ explain: Type.Optional(Type.Boolean({ default: false })) })
const pattern = Type.Optional(patterns)
const active = Type.Optional(
  Type.Boolean({ default: false, description: 'Adds `active` to each feature, evaluated without a context' }),
)
const recordOperations = referable(features)
const uploads = bulk(features)

const asker = object({
  id: Type.String({ description: 'The id of the API key' }),
  at: Type.Integer({ description: 'When it asked last, in epoch milliseconds' }),
  active: Type.Optional(
    Type.Boolean({ description: 'The answer. Absent if the key loaded the feature and evaluates it itself' }),
  ),
})

/** The operations on features. */
export const featureContract = {
  ...recordOperations,
  list: operation({
    ...recordOperations.list,
    query: object({ ...pageQuery, active }),
  }),
  create: operation({ ...recordOperations.create, query: object({ force: forceFlag }) }),
  ...uploads,
  import: operation({ ...uploads.import, query: object({ ...uploadMembers, force: forceFlag }) }),
  patchMany: operation({ ...patchableMany(features).patchMany, query: object({ force }) }),
  check: operation({
    method: 'GET',
    path: '/api/features/{id}/check',
    summary: 'Check whether a feature is active without a context; percentages, lists and scripts are inactive',
    access: read,
    params: { id: keySchema },
    query: explain,
    response: checked,
  }),
  checkWith: operation({
    method: 'POST',
    path: '/api/features/{id}/check',
    summary: 'Check whether a feature is active in a context',
    access: read,
    params: { id: keySchema },
    query: explain,
    body: context,
    optionalBody: true,
    response: checked,
    safe: true,
  }),
  askers: operation({
    method: 'GET',
    path: '/api/features/{id}/askers',
    summary: 'List the API keys that asked for a feature in the last hour; each process knows of its own calls only',
    access: read,
    params: { id: keySchema },
    response: object({ askers: Type.Array(asker, { description: 'The latest first' }) }),
  }),
  checkMany: operation({
    method: 'POST',
    path: '/api/features/_checks',
    summary: 'List features with `active`, evaluated in a context',
    access: read,
    query: object(pageQuery),
    body: context,
    optionalBody: true,
    response: pageOf(featureSchema),
    safe: true,
  }),
  tree: operation({
    method: 'GET',
    path: '/api/tree/features',
    summary: 'Get features as a tree, evaluated without a context',
    access: read,
    query: object({ pattern }),
    response: tree,
  }),
  treeWith: operation({
    method: 'POST',
    path: '/api/tree/features',
    summary: 'Get features as a tree, evaluated in a context',
    access: read,
    query: object({ pattern }),
    body: context,
    optionalBody: true,
    response: tree,
    safe: true,
  }),
  nested: operation({
    method: 'GET',
    path: '/api/features?render=tree',
    summary: 'Get whole features as a tree, each under `value`',
    access: read,
    query: object({ pattern, active }),
    response: tree,
  }),
  copy: operation({
    method: 'POST',
    path: '/api/features/_copy',
    summary: 'Copy a feature, and all features below its key, to another key; existing features stay',
    access: { domain: 'Feature', right: 'C' },
    body: object({
      from: keySchema,
      to: keySchema,
      default: Type.Boolean({ description: 'Whether the copies are enabled' }),
    }),
    response: object({ features: Type.Array(featureSchema) }),
    fails: ['NOT_FOUND', 'CONFLICT'],
  }),
}
