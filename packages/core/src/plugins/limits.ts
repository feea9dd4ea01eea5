import { problem } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { choice, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import type { ConfigProblems } from './plugin.ts'
import { count, headerName, settings } from './settings.ts'

/** Settings for which requests share a limit. */
const shared = {
  by: Type.Optional(
    choice(['route', 'consumer', 'ip', 'header'], {
      description:
        'Which requests share a limit: all of the route; those of a consumer, or of an address if no consumer is identified; those of an address (IPv6: a /64); those with the same value of the header, or of an address if it is missing',
    }),
  ),
  header: headerName('The header for `by: header`, which requires it'),
}

const sharedRules = ({ by, header }: JsonObject): ConfigProblems =>
  by === 'header' && header === undefined ? { '/header': [problem('error.required')] } : {}

/** Plugins that limit how many requests are admitted, and how large bodies are. */
export const limitPlugins = [
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
      strict: Type.Optional(
        Type.Boolean({
          description:
            'Whether no span of one window admits more than `rate`, so that `burst` has no effect. Otherwise any span of length L admits at most rate + burst + rate × L / window',
        }),
      ),
      observe: Type.Optional(
        Type.Boolean({ description: 'Whether requests beyond the rate are only counted and logged, not rejected' }),
      ),
      ...shared,
    }),
    defaultConfig: { rate: 10, window: 1, burst: 0, strict: false, observe: false, by: 'ip' },
    rules: sharedRules,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
    id: 'ConcurrencyLimit',
    name: 'Concurrency limit',
    description: 'Rejects requests beyond a number of concurrent requests with 503',
    steps: ['ValidateAccess'],
    categories: ['TrafficControl'],
    configSchema: settings({
      max: count(
        'Maximum number of requests at the same time in one gateway process. An upgraded connection counts until it closes',
        1,
      ),
      ...shared,
    }),
    defaultConfig: { max: 100, by: 'route' },
    rules: sharedRules,
    multiInstance: true,
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
    id: 'ResponseBodySizeLimit',
    name: 'Response size limit',
    description: 'Rejects response bodies of the backend that are too large with 502',
    steps: ['TransformResponse'],
    categories: ['TrafficControl', 'Security'],
    configSchema: settings({
      max_bytes: count(
        'Maximum size of a body, in bytes. A body of unknown length that turns out larger is cut off, together with the connection',
      ),
    }),
    defaultConfig: { max_bytes: 4_194_304 },
    implemented: true,
  }),
]
