import { Type } from 'typebox'
import { segmentSchema } from '../access/api-key.ts'
import type { Static } from '../schema.ts'
import { object } from '../schema.ts'

const texts = Type.Array(Type.String({ minLength: 1 }), { default: [] })
const textByName = Type.Record(Type.String(), Type.String(), { default: {} })

/** Which requests a route takes. */
export const frontendSchema = object(
  {
    domains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, description: 'A domain, and optionally a path behind it' }), {
        default: [],
      }),
    ),
    paths: Type.Optional(
      Type.Array(Type.String(), { default: [], description: 'Below the domain and context path of the API' }),
    ),
    headers: Type.Optional(textByName),
    methods: Type.Optional(texts),
    query: Type.Optional(textByName),
    strip_path: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the backend sees the path without that of the route' }),
    ),
    exact: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the path must be this one, not only begin with it' }),
    ),
  },
  { default: {} },
)

/** One route of an API: which requests, to which backend, through which flow. */
export const apiRouteSchema = object({
  id: segmentSchema,
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean({ default: true, description: 'Independent of the flag of the API' })),
  frontend: Type.Optional(frontendSchema),
  backend: Type.Optional(Type.String({ description: 'The id of a backend of this API, or else of a stored one' })),
  flow_ref: Type.Optional(Type.String({ description: 'The id of a flow of this API' })),
})

/** One route of an API. */
export type ApiRoute = Static<typeof apiRouteSchema>
