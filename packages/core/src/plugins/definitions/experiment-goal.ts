import { keySchema } from '../../machine/keys/key.ts'
import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { clientRules, clientSource, methods, settings } from '../settings.ts'

/** Records that clients who saw their variant of an experiment reached its goal. */
export const experimentGoal = definePlugin({
  id: 'ExperimentGoal',
  name: 'Experiment goal',
  description: 'Records that clients who saw their variant of an experiment reached its goal',
  steps: ['TransformResponse'],
  categories: ['Signalbox', 'TrafficControl'],
  configSchema: settings({
    experiment: keySchema,
    client: clientSource,
    statuses: Type.Optional(
      Type.Array(Type.Integer({ minimum: 200, maximum: 599 }), {
        description: 'The statuses that count; an empty list: 200 to 299',
      }),
    ),
    methods: methods('The methods that count; an empty list: all but HEAD'),
  }),
  defaultConfig: { statuses: [], methods: [] },
  references: [{ at: ['experiment'], to: 'experiment' }],
  rules: clientRules,
  multiInstance: true,
})
