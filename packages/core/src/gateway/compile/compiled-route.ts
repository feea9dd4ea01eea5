import { anyObject, choice, object, openObject, type Static, Type } from '../../machine/schema/schema.ts'
import { apiStates, blueprints } from '../apis/api.ts'
import { clientSettings, targetSchema, targetSettings } from '../backends/backend.ts'
import { pathSegmentSchema } from '../routes/path-grammar.ts'
import { PATH_RULE, pathAllowances } from '../routes/route.ts'

const texts = Type.Array(Type.String())
const textByName = Type.Record(Type.String(), Type.String())

/** The schema of the backend of a compiled route. */
export const compiledBackendSchema = openObject({
  ref: Type.Optional(Type.String({ description: 'The id of the backend. Absent: the route has none' })),
  stored: Type.Optional(Type.Boolean({ description: 'Whether the backend is stored for all APIs' })),
  hidden: Type.Optional(
    Type.Boolean({
      description: 'Whether the content is left out, because the caller may not read the stored backend',
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
    description: 'Patterns of canonical paths to which the plugin applies; `*` matches any characters. Empty: all',
  }),
  exclude: Type.Array(Type.String(), {
    description: 'Patterns of paths to which it does not apply; has precedence over `include`',
  }),
  config: anyObject({ description: 'The configuration, with the defaults of the plugin' }),
  backends: Type.Optional(
    Type.Record(Type.String(), compiledBackendSchema, {
      description: 'The backends that the configuration names, by id',
    }),
  ),
  document: Type.Optional(
    Type.String({ description: 'The SHA-256 of the OpenAPI document of the API, if the plugin reads it' }),
  ),
})
/** A plugin in a compiled route: a slot with all members and the defaults of its plugin. */
export type CompiledSlot = Static<typeof compiledSlotSchema>

const compiledMatchSchema = object({
  host: Type.String({ description: 'In lower case; `*.` and a host: all names below it. Empty: any host' }),
  port: Type.Optional(Type.Integer({ description: 'The port in the domain of the API. Absent: any port' })),
  context_path: Type.String({ description: 'The context path of the API, without a trailing slash. Empty: none' }),
  path: Type.String({ description: 'The path of the route, after the context path. Empty: none' }),
  segments: Type.Array(pathSegmentSchema, { description: 'The segments of the context path and of the path' }),
  context_segments: Type.Integer({ description: 'How many segments belong to the context path' }),
})
/** A host and path that a compiled route matches. */
export type CompiledMatch = Static<typeof compiledMatchSchema>

const compiledFrontendSchema = object({
  domains: Type.Array(Type.String({ description: '`<domain><context_path><path>`; without a domain, any host' })),
  matches: Type.Array(compiledMatchSchema, {
    description:
      'The parts of `domains`, in the same order; invalid paths are left out, and the route rejects requests',
  }),
  headers: textByName,
  query: textByName,
  methods: Type.Array(Type.String(), { description: 'Empty: all' }),
  strip_path: Type.Boolean({ description: PATH_RULE }),
  strip_context_path: Type.Boolean(),
  exact: Type.Boolean(),
  allow: Type.Array(choice(pathAllowances)),
})
/** Which requests a compiled route matches. */
export type CompiledFrontend = Static<typeof compiledFrontendSchema>

const refusalSchema = object({
  cause: choice(['errors.plugin.unknown', 'errors.route.misconfigured']),
  message: Type.String({ description: 'The reason, for operators' }),
})
/**
 * Why a route refuses every request with 503: part of it could not be compiled, and that part may have been a guard.
 */
export type Refusal = Static<typeof refusalSchema>

/** The schema of the announcements of the end of an API or a plan. */
export const deprecationSchema = object({
  deprecation: Type.Integer({ description: 'Since when it is deprecated, in epoch seconds' }),
  sunset: Type.Optional(Type.Integer({ description: 'When it will no longer be served, in epoch seconds' })),
  documentation: Type.Optional(Type.String({ description: 'The URL of the documentation' })),
  successor: Type.Optional(
    Type.String({ description: 'Where its successor is served: a URL without scheme, or a path on the same host' }),
  ),
})
/** The announcements of the end of an API or a plan. */
export type CompiledDeprecation = Static<typeof deprecationSchema>

/** The schema of a compiled route. */
export const compiledRouteSchema = object({
  id: Type.String({ description: '`<api id>:<route id>`; for a draft `testing_<api id>:<route id>`' }),
  name: Type.String(),
  enabled: Type.Boolean(),
  api_ref: Type.String({ description: 'The id of the API' }),
  api_state: choice(apiStates),
  version: Type.String({ description: 'The state of the API, as it was deployed or drafted' }),
  deployment: Type.Optional(Type.String({ description: 'The id of the deployment. Absent for a draft' })),
  blueprint: choice(blueprints),
  lifecycle: Type.Optional(
    object(
      {
        api: Type.Optional(deprecationSchema),
        plans: Type.Optional(Type.Record(Type.String(), deprecationSchema, { description: 'By plan id' })),
      },
      { description: 'Announcements of the end of the API, and of the plan of the consumer, which has precedence' },
    ),
  ),
  draft: Type.Boolean({ description: 'Whether the route is for testing' }),
  testing: Type.Optional(
    object(
      { header: Type.String(), value: Type.String() },
      { description: 'For a draft: the header that selects the route, also in `frontend.headers`' },
    ),
  ),
  groups: texts,
  tags: texts,
  metadata: anyObject(),
  debug_flow: Type.Boolean(),
  capture: Type.Boolean(),
  export_reporting: Type.Boolean(),
  pass_headers: Type.Optional(
    Type.Array(Type.String(), { description: 'Headers of clients that are otherwise dropped. Absent: none' }),
  ),
  frontend: compiledFrontendSchema,
  refusal: Type.Optional(refusalSchema),
  backend: compiledBackendSchema,
  plugins: Type.Array(compiledSlotSchema, {
    description:
      'In the order of the stages PreRoute, ValidateAccess, TransformRequest, CallBackend and TransformResponse. Within a stage, the slots of the flow come before the slots of plans. In ValidateAccess, plugins that identify consumers run before plugins that require a consumer',
  }),
})
/**
 * A compiled route: which requests it matches, their backend, and the plugins they pass on the way. Nothing is left to
 * look up: defaults of plugins, ports, weights and client settings are filled in.
 */
export type CompiledRoute = Static<typeof compiledRouteSchema>

/** A warning about an API, with a JSON pointer. */
export const warningSchema = object({
  pointer: Type.String({ description: 'A JSON pointer into the API, or below `/draft` into its draft' }),
  code: Type.Optional(Type.String({ description: 'A stable code; messages may change' })),
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
      code: Type.String({ description: 'A stable code; messages may change' }),
      backend: Type.Optional(Type.String({ description: 'The id of the stored backend concerned' })),
    }),
  ),
})
/** The compiled routes of one or all APIs, and the warnings. */
export type Compiled = Static<typeof compiledSchema>
