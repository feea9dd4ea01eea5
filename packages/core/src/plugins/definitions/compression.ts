import { choice, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, settings, texts } from '../settings.ts'

/** Compresses responses for clients that support it. */
export const compression = definePlugin({
  id: 'Compression',
  name: 'Compression',
  description: 'Compresses responses for clients that support it',
  steps: ['TransformResponse'],
  categories: ['TrafficControl'],
  configSchema: settings({
    encodings: Type.Optional(
      Type.Array(choice(['br', 'gzip', 'deflate']), { description: 'Encodings in order of preference' }),
    ),
    content_types: texts(
      'Media types that are compressed, such as `text/*`. Event streams are compressed only if `text/event-stream` is listed',
    ),
    threshold: count('Minimum size of a compressed response, in bytes'),
    level: count(
      'The compression level, from fast to small. For br, at most 5 is used; for gzip and deflate, at most 9',
      1,
      11,
    ),
  }),
  defaultConfig: {
    encodings: ['br', 'gzip'],
    content_types: ['text/*', 'application/json', 'application/javascript'],
    threshold: 1024,
    level: 5,
  },
})
