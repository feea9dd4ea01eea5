import { problem } from '../errors.ts'
import { pattern } from '../in-words.ts'
import type { JsonObject } from '../json.ts'
import { escapePointer, isObject } from '../json.ts'
import { choice, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import type { ConfigProblems } from './plugin.ts'
import {
  count,
  flag,
  formatted,
  headerNames,
  headerValue,
  headerValues,
  methods,
  reservedHeaders,
  settings,
} from './settings.ts'

/** An origin (RFC 6454). */
const origin = Type.String({
  pattern: pattern(
    '^(\\*|null|[a-z][a-z0-9+.-]*://[^\\s/?#]+)$',
    'must be an origin such as https://shop.example, or *',
  ),
})

/** Values that the data plane fills in for each request. */
const addedValues = headerValues(
  'Headers by name. Values may contain `${req.header.<name>}`, `${req.pathparams.<name>}`, `${consumer.id}`, `${route.id}` and `${request.id}`; a header is left out if one of them is absent. Values of headers that carry credentials, such as `Authorization`, are write-only',
)

const addedRules = ({ headers }: JsonObject): ConfigProblems =>
  reservedHeaders(Object.keys(isObject(headers) ? headers : {}), (name) => `/headers/${escapePointer(name)}`)

const referrerPolicies = [
  ...(['no-referrer', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin', 'same-origin'] as const),
  ...(['strict-origin', 'strict-origin-when-cross-origin', 'unsafe-url', 'off'] as const),
] as const

/** Plugins that change the headers of requests and responses. */
export const headerPlugins = [
  definePlugin({
    id: 'OverrideHost',
    name: 'Override host',
    description: 'Sends the host name of the target as the Host header',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: settings({ host: formatted('hostname[:port]', 'Sent instead of the host name of the target') }),
    implemented: true,
  }),
  definePlugin({
    id: 'Cors',
    name: 'CORS',
    description: 'Lets pages of other origins call the API, and answers preflight requests',
    steps: ['PreRoute', 'TransformResponse'],
    categories: ['Security', 'Headers'],
    configSchema: settings({
      allow_origin: Type.Optional(
        Type.Union([origin, Type.Array(origin, { minItems: 1 })], {
          description: 'An origin such as `https://shop.example`, a list of origins, or `*`',
        }),
      ),
      expose_headers: headerNames('Headers that pages may read'),
      allow_headers: headerNames('Headers that pages may send'),
      allow_methods: methods('Methods that pages may use'),
      max_age: count('Seconds for which a preflight response is cached'),
      allow_credentials: flag(
        'Whether pages may send cookies; needs an `allow_origin` other than `*` (Fetch standard)',
      ),
    }),
    defaultConfig: {
      allow_origin: '*',
      expose_headers: [],
      allow_headers: [],
      allow_methods: ['GET'],
      allow_credentials: false,
    },
    rules: ({ allow_origin, allow_credentials }) =>
      [allow_origin].flat().includes('*') && allow_credentials === true
        ? { '/allow_credentials': [problem('error.cors.credentials')] }
        : {},
    implemented: true,
  }),
  definePlugin({
    id: 'AdditionalHeadersIn',
    name: 'Additional headers in',
    description: 'Adds headers to the request to the backend',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: settings({ headers: addedValues }),
    defaultConfig: { headers: {} },
    rules: addedRules,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'AdditionalHeadersOut',
    name: 'Additional headers out',
    description: 'Adds headers to the response to the client',
    steps: ['TransformResponse'],
    categories: ['Headers'],
    configSchema: settings({ headers: addedValues }),
    defaultConfig: { headers: {} },
    rules: addedRules,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'RemoveHeadersIn',
    name: 'Remove headers in',
    description: 'Removes headers from the request to the backend',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: settings({ header_names: headerNames('Names of headers; case is ignored') }),
    defaultConfig: { header_names: [] },
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'RemoveHeadersOut',
    name: 'Remove headers out',
    description: 'Removes headers from the response to the client',
    steps: ['TransformResponse'],
    categories: ['Headers'],
    configSchema: settings({ header_names: headerNames('Names of headers; case is ignored') }),
    defaultConfig: { header_names: [] },
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'SecurityHeaders',
    name: 'Security headers',
    description: 'Sets headers on responses that tell browsers to be strict',
    steps: ['TransformResponse'],
    categories: ['Security', 'Headers'],
    configSchema: settings({
      content_type_options: flag('Whether `X-Content-Type-Options: nosniff` is sent'),
      frame_options: Type.Optional(
        choice(['DENY', 'SAMEORIGIN', 'off'], { description: 'X-Frame-Options; `off`: not sent' }),
      ),
      referrer_policy: Type.Optional(choice(referrerPolicies, { description: 'Referrer-Policy; `off`: not sent' })),
      content_security_policy: headerValue('Content-Security-Policy. Absent: not sent'),
      permissions_policy: headerValue('Permissions-Policy. Absent: not sent'),
      cross_origin_opener_policy: Type.Optional(
        choice(['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'], {
          description: 'Cross-Origin-Opener-Policy. Absent: not sent',
        }),
      ),
      cross_origin_resource_policy: Type.Optional(
        choice(['same-origin', 'same-site', 'cross-origin'], {
          description: 'Cross-Origin-Resource-Policy. Absent: not sent',
        }),
      ),
      hsts_max_age: count('Seconds of Strict-Transport-Security (RFC 6797) on https; 0: no header'),
      hsts_include_subdomains: flag('Whether Strict-Transport-Security applies to subdomains, too'),
    }),
    defaultConfig: {
      content_type_options: true,
      frame_options: 'DENY',
      referrer_policy: 'strict-origin-when-cross-origin',
      hsts_max_age: 0,
      hsts_include_subdomains: false,
    },
    implemented: true,
  }),
]
