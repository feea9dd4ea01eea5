import { choice, object, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, settings } from '../settings.ts'

/** Admits requests for which a script calls enabled(). */
export const script = definePlugin({
  id: 'Script',
  name: 'Script',
  description: 'Admits requests for which a script calls enabled()',
  steps: ['ValidateAccess', 'TransformRequest'],
  categories: ['Signalbox', 'AccessControl'],
  configSchema: settings({
    script: object({
      type: choice(['javascript']),
      script: Type.String({
        minLength: 1,
        maxLength: 65_536,
        description:
          'The source, as of features: `function enabled(context, enabled, disabled) { … }`. The context has `request` and `consumer`',
      }),
    }),
    stage: Type.Optional(
      choice(['admit', 'authorize', 'request'], {
        description: 'When the script runs: before the consumer is known, after, or after the limits',
      }),
    ),
    timeout: count('Maximum duration of a run, in milliseconds', 1, 10_000),
    status: count('The HTTP status of refused requests', 400, 599),
  }),
  defaultConfig: { stage: 'authorize', timeout: 1000, status: 403 },
  multiInstance: true,
})
