import { keySchema } from '../../machine/keys/key.ts'
import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { clientRules, clientSource, flag, headerName, settings } from '../settings.ts'

/** Sends clients to the backend of their variant of an experiment, until the experiment is disabled. */
export const experimentSplit = definePlugin({
  id: 'ExperimentSplit',
  name: 'Experiment split',
  description: 'Sends clients to the backend of their variant of an experiment, until the experiment is disabled',
  steps: ['TransformRequest'],
  categories: ['Signalbox', 'TrafficControl'],
  configSchema: settings({
    experiment: keySchema,
    client: clientSource,
    backends: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        description: 'Backend ids by variant id; other variants use the backend of the route',
      }),
    ),
    header: headerName('The header that sends the variant to the backend'),
    displayed: flag(
      'Whether each request that is answered with 2xx or 3xx is recorded as displayed, except for HEAD, prefetches and drafts',
    ),
  }),
  defaultConfig: { backends: {}, displayed: false },
  references: [
    { at: ['experiment'], to: 'experiment' },
    { at: ['backends', '*'], to: 'backend' },
  ],
  rules: clientRules,
})
