import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'

/** A request to explain. It is not sent anywhere. */
export const explainRequestSchema = object({
  method: Type.Optional(Type.String({ minLength: 1, maxLength: 40, default: 'GET' })),
  url: Type.String({
    minLength: 1,
    maxLength: 16_384,
    description: 'An absolute URL, or a path with a query. A path needs the header `host` if the route has a domain',
  }),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
      default: {},
      description: 'Headers by name; a list for a repeated header',
    }),
  ),
  address: Type.Optional(
    Type.String({ maxLength: 100, description: 'The address of the peer. Absent: an address that is not trusted' }),
  ),
})
/** A request to explain. It is not sent anywhere. */
export type ExplainRequest = Static<typeof explainRequestSchema>

const canonicalSchema = object({
  host: Type.Optional(Type.String({ description: 'In lower case, without port. Absent: the host is invalid' })),
  path: Type.Optional(
    Type.String({ description: 'What is matched, forwarded and logged. Absent: the path is invalid' }),
  ),
  query: Type.String({ description: 'As sent, with its `?`; empty if there is none' }),
  address: Type.String({ description: 'The address of the client; empty if unknown' }),
  trusted: Type.Boolean({ description: 'Whether the peer is a trusted proxy, whose forwarding headers count' }),
})

/** Why a candidate did not take the request; `later`: it would have, but another route comes first. */
export const candidateReasons = ['host', 'path', 'method', 'header', 'query', 'draft', 'later', 'disallowed'] as const

const candidateSchema = object({
  route: Type.String({ description: 'The id of the route; `hidden` if the caller may not read its API' }),
  won: Type.Boolean(),
  because: Type.Optional(
    choice(candidateReasons, {
      description:
        'Why the route did not take the request. `later`: it would have, but another route comes first. `disallowed`: the path needs something that the route does not allow',
    }),
  ),
  expected: Type.Optional(Type.String({ description: 'What the route requires' })),
  got: Type.Optional(Type.String({ description: 'What the request has' })),
})

const pluginSchema = object({
  plugin: Type.String({ description: 'The id of the plugin' }),
  stage: Type.String(),
  runs: Type.Boolean(),
  because: Type.Optional(Type.String({ description: 'Why the plugin does not run' })),
})

/** What a feature or an experiment decided about a request. */
export const releaseSchema = Type.Union([
  object({
    feature: Type.String({ description: 'The id of the feature; `hidden` if the caller may not read it' }),
    active: Type.Optional(
      Type.Boolean({ description: 'Absent: an explanation does not decide it, for the reason in `reason`' }),
    ),
    reason: Type.Optional(
      Type.String({
        description:
          'Why the feature is active or not, as in its own explanations. `UNKNOWN`: there is no such feature. `SCRIPT`: a script decides. `CONSUMER`: the consumer decides, whom explanations do not identify',
      }),
    ),
  }),
  object({
    experiment: Type.String({ description: 'The id of the experiment; `hidden` if the caller may not read it' }),
    variant: Type.Optional(Type.String({ description: 'The variant of the client' })),
    backend: Type.Optional(Type.String({ description: 'The id of the backend of the variant' })),
    reason: Type.Optional(
      Type.String({
        description:
          'Why the client has no variant: `LAYER`: it is outside the range of the layer; `AUDIENCE`: the audience is not true',
      }),
    ),
  }),
])

const forwardSchema = object({
  backend: Type.Optional(Type.String({ description: 'The id of the backend. Absent: a backend without an id' })),
  stored: Type.Boolean({ description: 'Whether the backend is stored for all APIs' }),
  path: Type.String({ description: 'The path that the backend gets, with the query' }),
  host: Type.String({ description: 'The `Host` that the backend gets' }),
  balancing: Type.String({ description: 'How a target is chosen' }),
  targets: Type.Array(
    object({
      id: Type.String({ description: 'The id of the target, or its host and port' }),
      state: Type.String({ description: '`usable`, or why the target gets no requests' }),
      why: Type.Optional(
        Type.String({
          description:
            'What led to the state, such as the last failure. Of a usable target: what is wrong with it, which does not keep requests from it yet, or not while fewer than half of the targets are usable',
        }),
      ),
    }),
  ),
})

/** How a data plane treats a request. */
export const explanationSchema = object({
  canonical: canonicalSchema,
  revision: Type.Integer({ description: 'The revision that the data plane serves: the id of a change event' }),
  outcome: choice(['route', 'answered', 'not-found', 'method', 'refused'], {
    description:
      '`route`: a route takes the request. `answered`: the gateway responds itself, as to `OPTIONS *`. `method`: routes would take it with another method. `refused`: the request is invalid, or the route refuses every request',
  }),
  refused: Type.Optional(
    object({
      cause: Type.String({ description: 'The id of the cause' }),
      rule: Type.String({ description: 'What is wrong, in a sentence' }),
    }),
  ),
  route: Type.Optional(
    Type.String({ description: 'The id of the route; `hidden` if the caller may not read its API' }),
  ),
  params: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The path parameters of the route, decoded' }),
  ),
  candidates: Type.Array(candidateSchema, { description: 'The routes that were considered, in their order' }),
  plugins: Type.Array(pluginSchema, { description: 'The plugins of the route, in the order in which they run' }),
  releases: Type.Optional(
    Type.Array(releaseSchema, { description: 'What features and experiments decided, in their order' }),
  ),
  forward: Type.Optional(
    Type.Unsafe<Static<typeof forwardSchema>>({
      ...forwardSchema,
      description:
        'What the backend gets, or would get if one of its targets took requests. Absent if the request is not sent, or if the caller may not read the stored backend',
    }),
  ),
})
/** How a data plane treats a request. */
export type Explanation = Static<typeof explanationSchema>
