import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { settings, timeout } from '../settings.ts'

/** Responds with the result of a workflow. */
export const workflowBackend = definePlugin({
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
})
