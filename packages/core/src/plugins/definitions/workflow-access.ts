import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, settings, timeout } from '../settings.ts'

/** Admits requests that a workflow allows. */
export const workflowAccess = definePlugin({
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
})
