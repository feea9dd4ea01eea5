import { Type } from 'typebox'
import { segmentSchema } from '../access/api-key.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { note, object, openObject } from '../schema.ts'

/** One server that requests are sent to. */
export const targetSchema = openObject({
  id: Type.Optional(Type.String()),
  hostname: Type.String({ minLength: 1 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  tls: Type.Optional(Type.Boolean()),
  weight: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** How targets are used; health checks and TLS settings are kept as sent. */
export const targetSettings = {
  root: Type.Optional(Type.String({ default: '', description: 'What comes before the path' })),
  rewrite: Type.Optional(Type.Boolean({ default: false, description: 'Whether the root takes the place of the path' })),
  load_balancing: Type.Optional(
    openObject({ type: Type.Optional(Type.String({ description: 'Such as RoundRobin' })) }),
  ),
}

/** Where requests go. */
const backendSettings = openObject(
  { targets: Type.Optional(Type.Array(targetSchema, { default: [] })), ...targetSettings },
  { default: {} },
)

const members = {
  name: note,
  backend: Type.Optional(backendSettings),
  client: Type.Optional(Type.String({ description: 'The id of an entry of clients_backend_config' })),
}

/** A backend of one API. */
export const apiBackendSchema = object({ id: segmentSchema, ...members })
/** A backend of one API. */
export type ApiBackend = Static<typeof apiBackendSchema>

const ms = (what: string) => Type.Optional(Type.Number({ minimum: 0, description: `Milliseconds ${what}` }))

const knownSettings = {
  useCircuitBreaker: Type.Optional(Type.Boolean()),
  retries: Type.Optional(Type.Integer({ minimum: 0 })),
  maxErrors: Type.Optional(Type.Integer({ minimum: 0 })),
  retryInitialDelay: ms('before the first retry'),
  backoffFactor: Type.Optional(Type.Number({ minimum: 0 })),
  callAndStreamTimeout: ms('for a call with its body'),
  callTimeout: ms('for a call'),
  idleTimeout: ms('without a byte'),
  globalTimeout: ms('for all tries'),
  connectionTimeout: ms('to connect'),
}

/** The names of the client settings that are known, in the contract's order. */
export const clientSettingNames = Object.keys(knownSettings)

/** How requests are sent to a backend; settings of the connection pool are kept as sent. */
export const clientSettings = openObject(knownSettings, { default: {} })

/** Client settings that backends of an API refer to. */
export const apiBackendClientSchema = object({
  id: segmentSchema,
  name: note,
  client: Type.Optional(clientSettings),
})
/** Client settings that backends of an API refer to. */
export type ApiBackendClient = Static<typeof apiBackendClientSchema>

/** A backend stored for all APIs. */
export const backendSchema = object({ id: Type.Optional(segmentSchema), ...members })
/** A backend stored for all APIs. */
export type StoredBackend = Static<typeof backendSchema>

/** Backends stored for all APIs, as records. */
export const backends = defineResource({
  name: 'backend',
  plural: 'backends',
  path: '/api/backends',
  domain: 'Backend',
  schema: backendSchema,
  id: segmentSchema,
  fixedId: true,
  isCompleted: true,
  lines: object({ id: segmentSchema, ...members }),
})
