import { keySchema } from '../keys/key.ts'
import { anyObject, Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import { clientRules, clientSource, count, flag, headerName, methods, settings } from './settings.ts'

const timeout = count('Maximum duration of a run, in milliseconds', 1, 600_000)

/** Plugins that use features, experiments and workflows. */
export const ownPlugins = [
  definePlugin({
    id: 'FeatureGate',
    name: 'Feature gate',
    description: 'Admits requests for which a feature is active',
    steps: ['ValidateAccess'],
    categories: ['Signalbox', 'AccessControl'],
    configSchema: settings({
      feature: keySchema,
      client: clientSource,
      context: Type.Optional(
        anyObject({
          description: 'Further members of the evaluation context, beside `id`, `path`, `method` and `host`',
        }),
      ),
      negate: flag(
        'Whether the plugin admits requests for which the feature is inactive, or does not exist. If the script of a feature fails or takes longer than 50 ms, the request is refused, with `negate` too',
      ),
      status: count('The HTTP status for all other requests', 400, 599),
    }),
    defaultConfig: { negate: false, status: 404 },
    references: [{ at: ['feature'], to: 'feature' }],
    rules: clientRules,
    multiInstance: true,
    implemented: true,
  }),
  definePlugin({
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
    implemented: true,
  }),
  definePlugin({
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
    implemented: true,
  }),
  definePlugin({
    id: 'WorkflowBackend',
    name: 'Workflow',
    description: 'Responds with the result of a workflow',
    steps: ['CallBackend'],
    categories: ['Signalbox', 'Responses'],
    configSchema: settings({
      workflow: Type.String({
        minLength: 1,
        description:
          'The id of the workflow. Its result is the response: `{status, headers, body}`, or any other value as JSON',
      }),
      timeout,
    }),
    defaultConfig: { timeout: 5000 },
    references: [{ at: ['workflow'], to: 'workflow' }],
    implemented: true,
  }),
  definePlugin({
    id: 'WorkflowAccess',
    name: 'Workflow access',
    description: 'Admits requests that a workflow allows',
    steps: ['ValidateAccess'],
    categories: ['Signalbox', 'AccessControl'],
    configSchema: settings({
      workflow: Type.String({
        minLength: 1,
        description:
          'The id of the workflow. Its result admits the request with `true`, or `{allow: true, headers}` with headers for the backend, and refuses it with `false`, or `{allow: false, status, message}`. Other results and failures refuse it',
      }),
      timeout,
      status: count('The HTTP status of refused requests', 400, 599),
    }),
    defaultConfig: { timeout: 5000, status: 403 },
    references: [{ at: ['workflow'], to: 'workflow' }],
    multiInstance: true,
    implemented: true,
  }),
]
