import { pattern } from '../../machine/errors/in-words.ts'
import { segmentSchema } from '../../machine/keys/key.ts'
import { defineResource } from '../../machine/records/resource.ts'
import { type Rules, rulesOfMember, withRules } from '../../machine/schema/rules.ts'
import {
  anyObject,
  choice,
  metadata,
  note,
  object,
  output,
  type Static,
  Type,
  texts,
} from '../../machine/schema/schema.ts'
import { lifecycleMembers } from '../../plans/lifecycle-members.ts'
import { problemsOfPlans } from '../../plans/plan-rules.ts'
import { apiBackendClientSchema, apiBackendSchema } from '../backends/backend.ts'
import { problemsOfPassHeaders } from '../client-headers.ts'
import { apiFlowSchema } from '../flows/flow.ts'
import { apiRouteSchema } from '../routes/route.ts'
import { documentationSchema } from './documentation.ts'
import { placeAsSent, withContractNames } from './synonyms.ts'

/** The states of APIs. */
export const apiStates = ['staging', 'published', 'deprecated', 'removed'] as const
/** The state of an API. */
export type ApiState = (typeof apiStates)[number]

/** The protocol or style of an API. */
export const blueprints = ['REST', 'GraphQL', 'gRPC', 'Http', 'Websocket'] as const

/** Default name of the request header that opens draft routes. */
export const TESTING_HEADER = 'X-GATEWAY-TESTING'

/** The id of an API: one path segment, except the names of the nd-json streams beside `/api/apis/{id}`. */
export const apiIdSchema = Type.String({
  pattern: pattern(
    '^(?!\\.{1,2}$|(deployments|drafts|documents)\\.ndjson$)[A-Za-z0-9_@.-]+$',
    'must consist of letters, digits and _@.-',
  ),
  maxLength: 512,
  description: 'Letters, digits and _@.-',
})

/** A client that subscribes to an API. */
const apiClientSchema = object({
  id: segmentSchema,
  name: note,
  description: note,
  tags: texts,
  metadata,
})

/** The testing mode: whether draft routes are served, and which request header opens them. */
const apiTestingSchema = object({
  enabled: Type.Optional(Type.Boolean({ default: false })),
  headerKey: Type.Optional(Type.String({ minLength: 1, format: 'header name', default: TESTING_HEADER })),
  headerValue: Type.Optional(
    Type.String({ minLength: 1, format: 'header value', description: 'Generated when absent' }),
  ),
})

const members = {
  id: Type.Optional(apiIdSchema),
  name: Type.String({ minLength: 1 }),
  description: note,
  domain: Type.Optional(
    Type.String({
      default: '',
      format: 'domain',
      description: 'The domain of the API: a host, or `*.` and a host for all names below it',
    }),
  ),
  context_path: Type.Optional(
    Type.String({
      pattern: pattern('^(/.*)?$', 'must begin with /, or be empty'),
      default: '',
      description: 'The path prefix of all routes',
    }),
  ),
  version: Type.Optional(Type.String({ minLength: 1, default: '0.0.1' })),
  versions: Type.Optional(Type.Array(Type.String())),
  enabled: Type.Optional(Type.Boolean({ default: true, description: 'Whether the API serves traffic' })),
  state: Type.Optional(choice(apiStates, { default: 'staging' })),
  ...lifecycleMembers,
  blueprint: Type.Optional(
    choice(blueprints, {
      default: 'REST',
      description:
        'The kind of the API, for the samples that consumers read and for the warnings of its lint. No effect on traffic.',
    }),
  ),
  debug_flow: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether flows of all routes are logged for debugging' }),
  ),
  capture: Type.Optional(Type.Boolean({ default: false, description: 'Whether requests and responses are captured' })),
  export_reporting: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether access logs of gateways have every request to the API, unsampled, with its bytes and the time of its backend and of each plugin',
    }),
  ),
  show_usage: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether consumers can read their quotas at `.well-known/usage` below the context path',
    }),
  ),
  pass_headers: Type.Optional(
    Type.Array(Type.String({ format: 'header name' }), {
      maxItems: 50,
      description:
        'Headers such as `X-Forwarded-Email` that are passed on, although backends may take them as proof. Absent: dropped',
    }),
  ),
  groups: Type.Optional(
    Type.Array(Type.String(), {
      default: [],
      description:
        'Groups that lists of APIs and the catalog for consumers are filtered by. Credentials can be authorized for a group',
    }),
  ),
  tags: texts,
  metadata,
  routes: Type.Optional(Type.Array(apiRouteSchema, { default: [] })),
  backends: Type.Optional(Type.Array(apiBackendSchema, { default: [] })),
  flows: Type.Optional(Type.Array(apiFlowSchema)),
  clients_backend_config: Type.Optional(Type.Array(apiBackendClientSchema)),
  documentation: Type.Optional(documentationSchema),
}
const last = {
  clients: Type.Optional(
    Type.Array(apiClientSchema, {
      default: [],
      description: 'Whom `owner_ref` of a subscription can name. Applications and other texts are possible as well',
    }),
  ),
  testing: Type.Optional(apiTestingSchema),
}

/** The definition of an API, as a deployment stores it: everything but the list of deployments. */
export const apiDefinitionSchema = object({ ...members, ...last })
/** The definition of an API, as a deployment stores it: everything but the list of deployments. */
export type ApiDefinition = Static<typeof apiDefinitionSchema>

/** One publication of an API: who published it, when, and what. */
export const deploymentSchema = object({
  id: segmentSchema,
  apiRef: apiIdSchema,
  owner: Type.Optional(Type.String({ description: 'Who created the deployment' })),
  at: Type.Integer({ description: 'Epoch milliseconds' }),
  apiDefinition: Type.Optional(apiDefinitionSchema),
  version: Type.String({ minLength: 1 }),
})
/** A publication of an API. */
export type ApiDeployment = Static<typeof deploymentSchema>

/** The schema of APIs: routes, backends, flows, plans and documentation under one domain and context path. */
export const apiSchema = object({ ...members, deployments: output(Type.Array(deploymentSchema)), ...last })
/** An API: routes, backends, flows, plans and documentation under one domain and context path. */
export type GatewayApi = Static<typeof apiSchema>

/** An API as an nd-json line; HTTP masks its secrets. Drafts and deployments have lines of their own. */
const apiLineSchema = object({
  ...members,
  id: apiIdSchema,
  deployments: output(Type.Array(deploymentSchema)),
  ...last,
})

/**
 * A draft as an nd-json line. Only the embedding program gets its secrets, and the digests of the API that the draft
 * was made from.
 */
export const draftLineSchema = object({
  api: apiLineSchema,
  base: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'The digest of each member of the API from which the draft was created. Absent: the previous value, or the current API',
    }),
  ),
  imported: Type.Optional(object({ sha256: Type.String(), base: anyObject() })),
})

/** The rules beyond the schema, applied wherever an API comes in: in a call, as a line, or in the line of a draft. */
const rules: Rules = {
  normalize: withContractNames,
  placeAsSent,
  check: (api) => ({ ...problemsOfPlans(api), ...problemsOfPassHeaders(api) }),
}

withRules(deploymentSchema, {})
withRules(draftLineSchema, rulesOfMember('api', rules))

/** The record kind of APIs. */
export const apis = defineResource({
  name: 'API',
  plural: 'apis',
  after: ['backends'],
  stages: { member: 'state', values: ['staging', 'published', 'deprecated'] },
  path: '/api/apis',
  domain: 'Api',
  events: 'API',
  schema: apiSchema,
  id: apiIdSchema,
  fixedId: true,
  limit: 'apiBodyLimit',
  uncounted: 'deployments',
  isCompleted: true,
  kept: ['deprecated_at'],
  replaced: { documentation: { audience: 'audience' } }, // replaced whole, but removed by `null`
  indexes: ['name', 'state', 'domain', 'version'],
  lines: apiLineSchema,
  rules,
})
