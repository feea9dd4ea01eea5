import { segmentSchema } from '../../machine/keys/key.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'

/** How the path for the backend is built; shared by the descriptions of all members that affect it. */
export const PATH_RULE =
  'The backend receives `root` and the path: with `strip_path` the part after the matched path, with `strip_context_path` the path without the context path, otherwise the whole path. With `rewrite` it receives only `root`'

const texts = Type.Array(Type.String({ minLength: 1 }), { default: [] })
/** Conditions by the name of the header or parameter. */
const conditions = (what: string, names?: object) =>
  Type.Record(Type.String(), Type.String(), {
    default: {},
    ...(names && { propertyNames: names }),
    description: `Conditions by the name of the ${what}: a text equals the value; also \`Exists()\`, \`NotDefined()\`, \`Regex(re2)\`, \`Wildcard(a*b)\`, \`Exact(text)\``,
  })

/** What a route can allow in request paths that is refused by default. */
export const pathAllowances = ['raw-bytes', 'encoded-slash', 'path-parameters', 'empty-segments'] as const

/** Which requests a route matches. */
export const frontendSchema = object(
  {
    domains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, description: 'A domain, optionally with a path' }), {
        default: [],
      }),
    ),
    paths: Type.Optional(
      Type.Array(Type.String(), {
        default: [],
        description:
          'A path below the domain and context path of the API. A segment is text, `:name`, `$name<re2>`, text with `{name}` (`{id}.json`), or `*`, which at the end matches all further segments',
      }),
    ),
    headers: Type.Optional(conditions('header', { type: 'string', format: 'header name' })),
    methods: Type.Optional(texts),
    query: Type.Optional(conditions('parameter')),
    strip_path: Type.Optional(
      Type.Boolean({
        default: false,
        description: `Whether only the part after the matched path is sent to the backend; a trailing \`*\` does not belong to the matched path. ${PATH_RULE}`,
      }),
    ),
    strip_context_path: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the context path of the API is removed; see `strip_path`',
      }),
    ),
    exact: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether the whole path must match, not only its beginning' }),
    ),
    allow: Type.Optional(
      Type.Array(choice(pathAllowances), { description: 'Forms of request paths that are otherwise rejected' }),
    ),
  },
  { default: {} },
)

/** A route of an API: which requests it matches, their backend, and the flow they pass. */
export const apiRouteSchema = object({
  id: segmentSchema,
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether the route serves traffic, in addition to `enabled` of the API',
    }),
  ),
  frontend: Type.Optional(frontendSchema),
  backend: Type.Optional(Type.String({ description: 'The id of a backend of this API or of a stored backend' })),
  flow_ref: Type.Optional(Type.String({ description: 'The id of a flow of this API' })),
})

/** A route of an API. */
export type ApiRoute = Static<typeof apiRouteSchema>
