import { defineKind } from './kind.ts'
import { named } from './pieces.ts'

/** Small programs of steps. */
export const workflows = defineKind({
  domain: 'Workflow',
  nouns: ['workflow', 'workflows'],
  prefix: 'WORKFLOW',
  sentences: {
    WORKFLOW_EVENT_EMITTED: ({ payload }, _, record) => [
      'The workflow ',
      record,
      ' emitted the event ',
      named(payload, 'name'),
    ],
  },
  path: '/workflows',
  resource: 'workflows',
  tagged: false,
  operations: ({ api }) => api.workflows,
  blank: (id: string) => ({ id, name: id, config: { kind: 'workflow', steps: [] } }),
  fields: 'id',
  screen: {
    group: 'Advanced',
    icon: 'workflow',
    key: 'w',
  },
})
