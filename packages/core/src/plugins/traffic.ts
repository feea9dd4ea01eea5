import { problem } from '../errors.ts'
import { pattern } from '../in-words.ts'
import { tryPattern } from '../linear-pattern.ts'
import { choice, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import { count, headerName, methods, settings, texts } from './settings.ts'

const addresses = settings({
  addresses: Type.Optional(
    Type.Array(
      Type.String({
        format: 'IP address or range',
        description: 'An address, a range in CIDR form (`10.0.0.0/8`), or one with wildcards (`10.0.*`)',
      }),
    ),
  ),
})

/** Maximum size of the pattern of `PathRewrite` in steps: it is run for every request. */
const MOST_STEPS = 1000

/** Plugins that limit, filter, rewrite and compress traffic. */
export const trafficPlugins = [
  definePlugin({
    id: 'RateLimit',
    name: 'Rate limit',
    description: 'Rejects requests beyond a rate with 429',
    steps: ['ValidateAccess'],
    categories: ['TrafficControl'],
    configSchema: settings({
      rate: count('Number of requests per window', 1),
      window: count('Length of a window, in seconds', 1),
      burst: count('Number of additional requests that may arrive at once'),
      by: Type.Optional(
        choice(['route', 'consumer', 'ip', 'header'], {
          description:
            'Which requests share a limit: all of the route; those of a consumer, or of an address if no consumer is identified; those of an address (IPv6: a /64); those with the same value of the header, or of an address if it is missing',
        }),
      ),
      header: headerName('The header for `by: header`, which requires it'),
    }),
    defaultConfig: { rate: 10, window: 1, burst: 0, by: 'ip' },
    rules: ({ by, header }) =>
      by === 'header' && header === undefined ? { '/header': [problem('error.required')] } : {},
    multiInstance: true,
  }),
  definePlugin({
    id: 'IpAddressAllowedList',
    name: 'Allowed addresses',
    description: 'Rejects requests from addresses outside the list',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: addresses,
    defaultConfig: { addresses: [] },
    implemented: true,
  }),
  definePlugin({
    id: 'IpAddressBlockList',
    name: 'Blocked addresses',
    description: 'Rejects requests from addresses in the list',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: addresses,
    defaultConfig: { addresses: [] },
    implemented: true,
  }),
  definePlugin({
    id: 'AllowHttpMethods',
    name: 'Allowed methods',
    description: 'Rejects requests with other methods with 405',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: settings({
      allowed: methods('Allowed methods; empty: all. HEAD is allowed where GET is'),
      forbidden: methods('Forbidden methods; have precedence over `allowed`'),
    }),
    defaultConfig: { allowed: [], forbidden: [] },
    implemented: true,
  }),
  definePlugin({
    id: 'RequestBodySizeLimit',
    name: 'Body size limit',
    description: 'Rejects request bodies that are too large with 413',
    steps: ['TransformRequest'],
    categories: ['TrafficControl', 'Security'],
    configSchema: settings({ max_bytes: count('Maximum size of a body, in bytes') }),
    defaultConfig: { max_bytes: 1_048_576 },
    implemented: true,
  }),
  definePlugin({
    id: 'ForceHttpsTraffic',
    name: 'Force https',
    description: 'Redirects unencrypted requests to the same address under https',
    steps: ['PreRoute'],
    categories: ['Security'],
    configSchema: settings({
      port: count('The port for https', 1, 65_535),
      hsts_max_age: count('Seconds of Strict-Transport-Security (RFC 6797); 0: no header'),
    }),
    defaultConfig: { port: 443, hsts_max_age: 0 },
    implemented: true,
  }),
  definePlugin({
    id: 'PathRewrite',
    name: 'Path rewrite',
    description: 'Replaces parts of the path to the backend by a regular expression',
    steps: ['TransformRequest'],
    categories: ['TrafficControl'],
    configSchema: settings({
      pattern: Type.String({
        minLength: 1,
        description:
          'A regular expression (RE2) for the path after stripping, without the query. Each match is replaced',
      }),
      to: Type.String({
        pattern: pattern('^[!"$-.\\/0->@-\\[\\]-~]*$', 'must be printable ASCII, without spaces, ?, # and backslashes'),
        description: 'The replacement: `$1` is a group, `$<name>` a named one, `$$` a dollar sign',
      }),
    }),
    rules: ({ pattern: written }) => {
      const { problem: found, size } = tryPattern(String(written))
      const flaw = found ?? (size > MOST_STEPS ? problem('error.pattern.size', MOST_STEPS) : undefined)
      return flaw ? { '/pattern': [flaw] } : {}
    },
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'Compression',
    name: 'Compression',
    description: 'Compresses responses for clients that support it',
    steps: ['TransformResponse'],
    categories: ['TrafficControl'],
    configSchema: settings({
      encodings: Type.Optional(
        Type.Array(choice(['br', 'gzip', 'deflate']), { description: 'Encodings in order of preference' }),
      ),
      content_types: texts('Media types that are compressed, such as `text/*`'),
      threshold: count('Minimum size of a compressed response, in bytes'),
      level: count('The compression level, from fast to small', 1, 11),
    }),
    defaultConfig: {
      encodings: ['br', 'gzip'],
      content_types: ['text/*', 'application/json', 'application/javascript'],
      threshold: 1024,
      level: 5,
    },
  }),
]
