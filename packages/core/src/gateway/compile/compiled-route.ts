import type { Static } from '../../schema.ts'
import { anyObject, choice, object, openObject, Type } from '../../schema.ts'
import { apiStates, blueprints } from '../apis/api.ts'
import { clientSettings, targetSchema, targetSettings } from '../backends/backend.ts'
import { pathSegmentSchema } from '../routes/path-grammar.ts'
import { PATH_RULE, pathAllowances } from '../routes/route.ts'

const texts = Type.Array(Type.String())
const textByName = Type.Record(Type.String(), Type.String())

/** The schema of the backend of a compiled route. */
export const compiledBackendSchema = openObject({
  ref: Type.Optional(Type.String({ description: 'The id of the backend. Absent: the route names none' })),
  stored: Type.Optional(Type.Boolean({ description: 'Whether it is one that is stored for all APIs' })),
  hidden: Type.Optional(
    Type.Boolean({
      description: 'Whether its content is left out: the caller has no right to read the stored backend',
    }),
  ),
  targets: Type.Array(targetSchema),
  ...targetSettings,
  client: clientSettings,
})
/** The backend of a compiled route: targets, settings and client settings. */
export type CompiledBackend = Static<typeof compiledBackendSchema>

/** The schema of a plugin in a compiled route. All members are present. */
const compiledSlotSchema = object({
  plugin: Type.String(),
  enabled: Type.Boolean(),
  include: Type.Array(Type.String(), {
    description: 'Patterns of canonical paths that it is for, `*` being any run of characters; none: all',
  }),
  exclude: Type.Array(Type.String(), { description: 'The same for paths that it is not for; it wins over `include`' }),
  config: anyObject({ description: 'With the defaults of the plugin' }),
  backends: Type.Optional(
    Type.Record(Type.String(), compiledBackendSchema, {
      description: 'The backends that its configuration names, by their ids',
    }),
  ),
})
/** A plugin in a compiled route: a slot with all members and the defaults of its plugin. */
export type CompiledSlot = Static<typeof compiledSlotSchema>

const compiledMatchSchema = object({
  host: Type.String({ description: 'In lower case; `*.` and a host: all names below it; empty: any' }),
  port: Type.Optional(Type.Integer({ description: 'When the domain of the API names one; else any' })),
  context_path: Type.String({ description: 'That of the API, without a slash at the end; empty: none' }),
  path: Type.String({ description: 'That of the route, behind the context path; empty: none' }),
  segments: Type.Array(pathSegmentSchema, { description: 'Of the context path and of the path' }),
  context_segments: Type.Integer({ description: 'How many of them are those of the context path' }),
})
/** A host and path that a compiled route matches. */
export type CompiledMatch = Static<typeof compiledMatchSchema>

const compiledFrontendSchema = object({
  domains: Type.Array(Type.String({ description: '`<domain><context_path><path>`; without a domain, any' })),
  matches: Type.Array(compiledMatchSchema, {
    description: 'The same taken apart, in the same order; invalid paths are left out, and the route refuses',
  }),
  headers: textByName,
  query: textByName,
  methods: Type.Array(Type.String(), { description: 'None: all' }),
  strip_path: Type.Boolean({ description: PATH_RULE }),
  strip_context_path: Type.Boolean(),
  exact: Type.Boolean(),
  allow: Type.Array(choice(pathAllowances)),
})
/** Which requests a compiled route matches. */
export type CompiledFrontend = Static<typeof compiledFrontendSchema>

const refusalSchema = object({
  cause: choice(['errors.plugin.unknown', 'errors.route.misconfigured']),
  message: Type.String({ description: 'Why, for operators' }),
})
/**
 * Why a route refuses every request with 503: part of it could not be compiled, and that part may have been a guard.
 */
export type Refusal = Static<typeof refusalSchema>

/** The schema of a compiled route. */
export const compiledRouteSchema = object({
  id: Type.String({ description: '`<api id>:<route id>`, of a draft `testing_<api id>:<route id>`' }),
  name: Type.String(),
  enabled: Type.Boolean(),
  api_ref: Type.String({ description: 'The API that it comes from' }),
  api_state: choice(apiStates),
  version: Type.String({ description: 'Of the API, as it was deployed or drafted' }),
  deployment: Type.Optional(
    Type.String({ description: 'The id of the deployment that it comes from; none of a draft' }),
  ),
  blueprint: choice(blueprints),
  draft: Type.Boolean({ description: 'Whether it is there for testing' }),
  testing: Type.Optional(
    object(
      { header: Type.String(), value: Type.String() },
      { description: 'Of a draft: the header that opens it, which `frontend.headers` asks for, too' },
    ),
  ),
  groups: texts,
  tags: texts,
  metadata: anyObject(),
  debug_flow: Type.Boolean(),
  capture: Type.Boolean(),
  export_reporting: Type.Boolean(),
  frontend: compiledFrontendSchema,
  refusal: Type.Optional(refusalSchema),
  backend: compiledBackendSchema,
  plugins: Type.Array(compiledSlotSchema, {
    description:
      'By stages (PreRoute, ValidateAccess, TransformRequest, CallBackend, TransformResponse, as the steps of the plugins say) and in this order within a stage: the slots of the flow, then those of plans. Within ValidateAccess whoever identifies consumers runs before whoever asks for one',
  }),
})
/**
 * A compiled route: which requests it matches, their backend, and the plugins they pass on the way. Nothing is left to
 * look up: defaults of plugins, ports, weights and client settings are filled in.
 */
export type CompiledRoute = Static<typeof compiledRouteSchema>

/** A warning about an API, with a JSON pointer. */
export const warningSchema = object({
  pointer: Type.String({ description: 'A JSON pointer into the API; below `/draft` into its draft' }),
  code: Type.Optional(Type.String({ description: 'Stays the same while the message may change' })),
  message: Type.String(),
})
/** A warning about an API, with a JSON pointer. */
export interface CompileWarning extends Static<typeof warningSchema> {
  /** A stable code, such as `plugin.unknown`; messages may change. */
  readonly code: string
  /** The id of the stored backend that the warning is about. */
  readonly backend?: string
}

/** The schema of compiled routes and warnings. */
export const compiledSchema = object({
  routes: Type.Array(compiledRouteSchema),
  warnings: Type.Array(
    object({
      ...warningSchema.properties,
      code: Type.String({ description: 'Stays the same while the message may change' }),
      backend: Type.Optional(Type.String({ description: 'The stored backend that it is about' })),
    }),
  ),
})
/** The compiled routes of one or all APIs, and the warnings. */
export type Compiled = Static<typeof compiledSchema>
