import { problem } from '../errors.ts'
import { choice, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import { count, headerName, settings, texts } from './settings.ts'

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

/** Plugins that limit, filter and compress traffic. */
export const trafficPlugins = [
  definePlugin({
    id: 'RateLimit',
    name: 'Rate limit',
    description: 'Refuses with 429 what comes faster than it may',
    steps: ['ValidateAccess'],
    categories: ['TrafficControl'],
    configSchema: settings({
      rate: count('Requests that a window lets through', 1),
      window: count('Seconds of a window', 1),
      burst: count('Requests that may come at once beyond the rate'),
      by: Type.Optional(
        choice(['route', 'consumer', 'ip', 'header'], {
          description:
            'Who shares a limit: all requests of the route; those of one consumer, or of one address where none is identified; those of one address (IPv6: one /64); those with one value of the header, or of one address where it is missing',
        }),
      ),
      header: headerName('The name of the header that tells who shares a limit; required with `by: header`'),
    }),
    defaultConfig: { rate: 10, window: 1, burst: 0, by: 'ip' },
    rules: ({ by, header }) =>
      by === 'header' && header === undefined ? { '/header': [problem('error.required')] } : {},
    multiInstance: true,
  }),
  definePlugin({
    id: 'IpAddressAllowedList',
    name: 'Allowed addresses',
    description: 'Refuses requests from addresses that are not in its list',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: addresses,
    defaultConfig: { addresses: [] },
  }),
  definePlugin({
    id: 'IpAddressBlockList',
    name: 'Blocked addresses',
    description: 'Refuses requests from addresses that are in its list',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: addresses,
    defaultConfig: { addresses: [] },
  }),
  definePlugin({
    id: 'RequestBodySizeLimit',
    name: 'Body size limit',
    description: 'Refuses with 413 bodies of requests that are too large',
    steps: ['TransformRequest'],
    categories: ['TrafficControl', 'Security'],
    configSchema: settings({ max_bytes: count('Most bytes of a body') }),
    defaultConfig: { max_bytes: 1_048_576 },
  }),
  definePlugin({
    id: 'ForceHttpsTraffic',
    name: 'Force https',
    description: 'Sends requests without encryption to the same address under https',
    steps: ['PreRoute'],
    categories: ['Security'],
    configSchema: settings({
      port: count('Port under https', 1, 65_535),
      hsts_max_age: count('Seconds that browsers stay with https (RFC 6797); 0: not told'),
    }),
    defaultConfig: { port: 443, hsts_max_age: 0 },
  }),
  definePlugin({
    id: 'Compression',
    name: 'Compression',
    description: 'Compresses answers for clients that take them so',
    steps: ['TransformResponse'],
    categories: ['TrafficControl'],
    configSchema: settings({
      encodings: Type.Optional(
        Type.Array(choice(['br', 'gzip', 'deflate']), { description: 'In the order they are preferred' }),
      ),
      content_types: texts('Media types that are compressed, such as `text/*`'),
      threshold: count('Bytes under which nothing is compressed'),
      level: count('From fast to small', 1, 11),
    }),
    defaultConfig: {
      encodings: ['br', 'gzip'],
      content_types: ['text/*', 'application/json', 'application/javascript'],
      threshold: 1024,
      level: 5,
    },
  }),
]
