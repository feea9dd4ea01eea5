import { choice, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, flag, headerNames, settings } from '../settings.ts'

/** Stores responses of the backend and reuses them (RFC 9111). */
export const responseCache = definePlugin({
  id: 'ResponseCache',
  name: 'Response cache',
  description: 'Stores responses of the backend and reuses them (RFC 9111)',
  steps: ['CallBackend', 'TransformResponse'],
  categories: ['TrafficControl'],
  configSchema: settings({
    ttl: count('Seconds for which responses are fresh that have no expiry of their own; 0: those are not stored'),
    methods: Type.Optional(
      Type.Array(choice(['GET', 'HEAD']), { minItems: 1, description: 'Methods whose responses are stored' }),
    ),
    statuses: Type.Optional(
      Type.Array(Type.Integer({ minimum: 200, maximum: 599 }), {
        minItems: 1,
        description: 'Statuses whose responses are stored',
      }),
    ),
    vary: headerNames('Request headers that select a stored response, in addition to those in `Vary`'),
    max_bytes: count('Maximum size of a stored body, in bytes', 1),
    stale_while_revalidate: count(
      'Seconds after the expiry of a response in which it is still sent, while the next response is loaded',
    ),
    public: flag(
      'Whether all consumers share stored responses, also for requests with `Authorization`. If not, each consumer has their own, and responses to requests with `Authorization` are not stored',
    ),
  }),
  defaultConfig: {
    ttl: 60,
    methods: ['GET', 'HEAD'],
    statuses: [200],
    vary: [],
    max_bytes: 1_048_576,
    stale_while_revalidate: 0,
    public: false,
  },
  answers: false,
})
