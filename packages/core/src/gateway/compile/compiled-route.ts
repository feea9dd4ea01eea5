import { Type } from 'typebox'
import type { Static } from '../../schema.ts'
import { anyObject, object, openObject } from '../../schema.ts'
import { clientSettings, targetSchema, targetSettings } from '../backend.ts'

const texts = Type.Array(Type.String())
const textByName = Type.Record(Type.String(), Type.String())

/** One plugin of a compiled route: every member there. */
const compiledSlotSchema = object({
  plugin: Type.String(),
  enabled: Type.Boolean(),
  include: texts,
  exclude: texts,
  config: anyObject(),
})
/** One plugin of a compiled route: as a slot of a flow, every member there. */
export type CompiledSlot = Static<typeof compiledSlotSchema>

const compiledFrontendSchema = object({
  domains: Type.Array(Type.String({ description: '`<domain><context_path><path>`; without a domain, any' })),
  headers: textByName,
  query: textByName,
  methods: Type.Array(Type.String(), { description: 'None: all' }),
  strip_path: Type.Boolean(),
  exact: Type.Boolean(),
})
/** Which requests a compiled route takes. */
export type CompiledFrontend = Static<typeof compiledFrontendSchema>

const compiledBackendSchema = openObject({
  targets: Type.Array(targetSchema),
  ...targetSettings,
  client: clientSettings,
})
/** Where a compiled route sends requests, and how. */
export type CompiledBackend = Static<typeof compiledBackendSchema>

/** An ordinary route, with nothing left to look up. */
export const compiledRouteSchema = object({
  id: Type.String({ description: '`<api id>:<route id>`, of a draft `testing_<api id>:<route id>`' }),
  name: Type.String(),
  enabled: Type.Boolean(),
  api_ref: Type.String({ description: 'The API that it comes from' }),
  draft: Type.Boolean({ description: 'Whether it is there for testing' }),
  groups: texts,
  metadata: anyObject(),
  debug_flow: Type.Boolean(),
  capture: Type.Boolean(),
  export_reporting: Type.Boolean(),
  frontend: compiledFrontendSchema,
  backend: compiledBackendSchema,
  plugins: Type.Array(compiledSlotSchema, { description: 'In the order they run' }),
})
/**
 * An ordinary route, with nothing left to look up (decisions 8.8): which requests it takes, where they go, and the plugins
 * they pass on the way, in order.
 */
export type CompiledRoute = Static<typeof compiledRouteSchema>

/** What is odd about an API, and where. */
export const warningSchema = object({
  pointer: Type.String({ description: 'A JSON pointer into the API; below `/draft` into its draft' }),
  message: Type.String(),
})
/** What is odd about an API, and where. */
export type CompileWarning = Static<typeof warningSchema>

/** Routes, and what was odd on the way to them. */
export const compiledSchema = object({ routes: Type.Array(compiledRouteSchema), warnings: Type.Array(warningSchema) })
/** The routes that APIs are, and what was odd on the way to them. */
export type Compiled = Static<typeof compiledSchema>
