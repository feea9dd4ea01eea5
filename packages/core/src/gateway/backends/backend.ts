import { pattern } from '../../machine/errors/in-words.ts'
import { segmentSchema } from '../../machine/keys/key.ts'
import { defineResource } from '../../machine/records/resource.ts'
import { choice, note, object, openObject, type Static, Type } from '../../machine/schema/schema.ts'
import { PATH_RULE } from '../routes/route.ts'
import { problemsOfBackend } from './backend-rules.ts'

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const count = (description: string, minimum = 0) => Type.Optional(Type.Integer({ minimum, description }))

/** The longest time that timers of JavaScript can wait. They would take a longer one for none at all. */
const LONGEST_MS = 2 ** 31 - 1
const ms = (what: string, minimum = 0) =>
  Type.Optional(Type.Number({ minimum, maximum: LONGEST_MS, description: `Milliseconds ${what}` }))
const token = (description: string) => Type.Optional(Type.String({ format: 'header name', description }))
const statusRange = (description: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), { description }))

/** TLS settings of a target. */
export const tlsSchema = openObject({
  sni: Type.Optional(
    Type.String({ format: 'hostname', description: 'The server name (SNI). Absent: the host name of the target' }),
  ),
  ca: Type.Optional(Type.Array(Type.String(), { description: 'Trusted certificate authorities, in PEM' })),
  cert: Type.Optional(Type.String({ description: 'The certificate of the gateway, in PEM' })),
  key: Type.Optional(Type.String({ writeOnly: true, description: 'The private key of the certificate, in PEM' })),
  verify: Type.Optional(Type.Boolean({ description: 'Whether the certificate is verified. Absent: true' })),
  minVersion: Type.Optional(choice(['TLSv1.2', 'TLSv1.3'], { description: 'Absent: TLSv1.2' })),
  pins: Type.Optional(Type.Array(Type.String(), { description: 'Accepted public keys, as `sha256/…`' })),
})

/** A server that requests are sent to. */
export const targetSchema = openObject({
  id: Type.Optional(Type.String()),
  hostname: Type.String({
    minLength: 1,
    format: 'hostname',
    description: 'A host name or an IP address, without scheme, port and path',
  }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'Absent: 443 with `tls`, else 80' })),
  tls: Type.Optional(Type.Boolean()),
  weight: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The share of requests. Absent: 1; 0: no requests' }),
  ),
  drained: flag('Whether the target is taken out of service: it gets no new requests, those in progress end'),
  backup: Type.Optional(Type.Boolean({ description: 'Whether the target is used only if no other target is usable' })),
  protocol: Type.Optional(choice(['HTTP/1.1', 'HTTP/2', 'h2c'], { description: 'Absent: HTTP/1.1' })),
  ip_address: Type.Optional(
    Type.String({ format: 'hostname', description: 'The address to connect to instead of the host name' }),
  ),
  tls_config: Type.Optional(tlsSchema),
})

/** Settings of a backend beside its targets: path, load balancing, health checks, ejection of failing targets, TLS. */
export const targetSettings = {
  root: Type.Optional(
    Type.String({
      default: '',
      pattern: pattern('^(/[^\\s?#]*)?$', 'must be a path that begins with /, or empty'),
      description: `The path in front of the path of the request. ${PATH_RULE}`,
    }),
  ),
  rewrite: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether `root` replaces the whole path; `:name` in it is replaced by the path parameter',
    }),
  ),
  load_balancing: Type.Optional(
    openObject({
      type: Type.Optional(
        Type.String({
          description:
            'RoundRobin, Random, Sticky, IpAddressHash, HeaderHash, CookieHash, QueryHash, LeastConnections, PowerOfTwoRandomChoices, BestResponseTime, WeightedBestResponseTime or Failover. Absent, and for unknown types: RoundRobin',
        }),
      ),
      cookie: token('For Sticky: the cookie that names the target. Absent: one for this backend'),
      same_site: Type.Optional(
        choice(['Lax', 'Strict', 'None'], {
          description: 'For Sticky: `None` is for pages that other sites embed, over https. Absent: Lax',
        }),
      ),
      ttl: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'For Sticky: seconds that browsers keep the cookie. Absent: a session',
        }),
      ),
      header_name: token('For HeaderHash: requests with the same value of this header go to the same target'),
      cookie_name: token('For CookieHash: the cookie'),
      query_name: Type.Optional(Type.String({ minLength: 1, description: 'For QueryHash: the query parameter' })),
      ratio: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'For WeightedBestResponseTime: the share of requests for the fastest target; others are random. Absent: 0.5',
        }),
      ),
    }),
  ),
  health_check: Type.Optional(
    openObject(
      {
        enabled: Type.Optional(Type.Boolean()),
        url: Type.Optional(Type.String({ description: 'The path that is called, with a query if needed' })),
        interval: ms('between checks', 100),
        timeout: ms('until a check fails', 1),
        healthyStatuses: statusRange('Absent: 200 to 399'),
        unhealthyStatuses: statusRange('Statuses that are always unhealthy'),
        healthyAfter: count('Consecutive successful checks until a target is healthy', 1),
        unhealthyAfter: count('Consecutive failed checks until a target is unhealthy', 1),
        blockOnRed: flag('Whether unhealthy targets receive no requests, even if most targets are unhealthy'),
      },
      { description: 'Calls targets to learn whether they are healthy. Absent: they are not called' },
    ),
  ),
  outlier: Type.Optional(
    openObject(
      {
        consecutiveFailures: count('Consecutive failures until a target is ejected', 1),
        interval: ms('in which failures count'),
        baseEjection: ms('of the first ejection'),
        maxEjection: ms('of the longest ejection'),
        maxEjected: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1, description: 'Maximum share of targets ejected at once' }),
        ),
      },
      { description: 'Ejects targets whose requests fail, for some time. Absent: none is ejected' },
    ),
  ),
  tls_config: Type.Optional(tlsSchema),
}

/** A backend: its targets and how they are used. */
export const backendSettings = openObject(
  { targets: Type.Optional(Type.Array(targetSchema, { default: [] })), ...targetSettings },
  { default: {} },
)

const members = {
  name: note,
  backend: Type.Optional(backendSettings),
  client: Type.Optional(Type.String({ description: 'The id of an entry of clients_backend_config' })),
}

/** A backend that belongs to one API. */
export const apiBackendSchema = object({ id: segmentSchema, ...members })
/** A backend that belongs to one API. */
export type ApiBackend = Static<typeof apiBackendSchema>

const contractSettings = {
  useCircuitBreaker: Type.Optional(Type.Boolean()),
  retries: count('Maximum number of attempts of a request that was sent; 1: no retries'),
  maxErrors: count('Failures of a target in a sample interval that open its circuit'),
  retryInitialDelay: ms('before the first retry'),
  backoffFactor: Type.Optional(Type.Number({ minimum: 0 })),
  callAndStreamTimeout: ms('for an attempt, including the body; 0: no limit'),
  callTimeout: ms('for an attempt until its response head'),
  idleTimeout: ms('without any data'),
  globalTimeout: ms('for all attempts and pauses until the response head'),
  connectionTimeout: ms('to connect, TLS included'),
}

/** The names of the client settings that can also be sent in snake case, in their order. */
export const clientSettingNames = Object.keys(contractSettings)

/** How requests are sent to a backend: retries, timeouts, connections. Unknown settings are kept as sent. */
export const clientSettings = openObject(
  {
    ...contractSettings,
    sampleInterval: ms('in which failures count for the circuit'),
    maxConnections: count('Connections to one target', 1),
    keepAlive: ms('until an idle connection is closed'),
    retryStatuses: statusRange('Statuses of the backend that cause a retry'),
    retryBodyBytes: count('Maximum size of a request body that can be retried'),
    retryBudget: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Maximum share of requests that are retried' }),
    ),
  },
  { default: {} },
)

/** Named client settings, which backends of the API refer to by id. */
export const apiBackendClientSchema = object({
  id: segmentSchema,
  name: note,
  client: Type.Optional(clientSettings),
})
/** Named client settings, which backends of the API refer to by id. */
export type ApiBackendClient = Static<typeof apiBackendClientSchema>

/** A backend that all APIs can use. */
export const backendSchema = object({ id: Type.Optional(segmentSchema), ...members })
/** A backend that all APIs can use. */
export type StoredBackend = Static<typeof backendSchema>

/** The record kind of backends that all APIs can use. */
export const backends = defineResource({
  name: 'backend',
  plural: 'backends',
  path: '/api/backends',
  domain: 'Backend',
  events: 'BACKEND',
  schema: backendSchema,
  id: segmentSchema,
  fixedId: true,
  isCompleted: true,
  indexes: ['name'],
  lines: object({ id: segmentSchema, ...members }),
  rules: { check: problemsOfBackend },
})
