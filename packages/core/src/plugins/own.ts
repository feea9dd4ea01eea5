import { keySchema } from '../keys/key.ts'
import { anyObject, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import { clientRules, clientSource, count, flag, headerName, settings } from './settings.ts'

/** Plugins that use features, experiments and workflows. */
export const ownPlugins = [
  definePlugin({
    id: 'FeatureGate',
    name: 'Feature gate',
    description: 'Lets requests pass for which a feature is active',
    steps: ['ValidateAccess'],
    categories: ['Signalbox', 'AccessControl'],
    configSchema: settings({
      feature: keySchema,
      client: clientSource,
      context: Type.Optional(anyObject({ description: 'What else the feature is asked with' })),
      negate: flag('Whether requests pass for which it is not active'),
      status: count('HTTP status for all others', 400, 599),
    }),
    defaultConfig: { negate: false, status: 404 },
    references: [{ at: ['feature'], to: 'feature' }],
    rules: clientRules,
    multiInstance: true,
  }),
  definePlugin({
    id: 'ExperimentSplit',
    name: 'Experiment split',
    description: 'Sends clients to the backend of their variant of an experiment',
    steps: ['TransformRequest'],
    categories: ['Signalbox', 'TrafficControl'],
    configSchema: settings({
      experiment: keySchema,
      client: clientSource,
      backends: Type.Optional(
        Type.Record(Type.String(), Type.String({ minLength: 1 }), {
          description: 'The id of a backend by the id of a variant; the others keep that of the route',
        }),
      ),
      header: headerName('The header that tells the backend the variant'),
      displayed: flag('Whether each request is recorded as a display'),
    }),
    defaultConfig: { backends: {}, displayed: false },
    references: [
      { at: ['experiment'], to: 'experiment' },
      { at: ['backends', '*'], to: 'backend' },
    ],
    rules: clientRules,
  }),
  definePlugin({
    id: 'WorkflowBackend',
    name: 'Workflow',
    description: 'Answers with what a workflow returns',
    steps: ['CallBackend'],
    categories: ['Signalbox', 'Responses'],
    configSchema: settings({
      workflow: Type.String({ minLength: 1, description: 'The id of the workflow' }),
      timeout: count('Most milliseconds of a run', 1),
    }),
    defaultConfig: { timeout: 5000 },
    references: [{ at: ['workflow'], to: 'workflow' }],
  }),
]
