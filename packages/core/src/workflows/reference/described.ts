import type { Subject } from '../../subject.ts'
import { asData } from '../../subject.ts'
import { workflowDescriptorSchema } from './descriptor-schema.ts'

/** The workflow language as a subject of the description endpoints. */
export const languageDescribed: Subject = {
  descriptions: [
    ...asData('workflows', '/apis/workflows/doc', 'The language of workflows: its nodes, operators and functions'),
    {
      name: 'workflowsMarkdown',
      path: '/apis/workflows/doc.md',
      formats: ['md'],
      summary: 'The reference of the language of workflows, to read',
    },
    {
      name: 'workflowsPage',
      path: '/apis/workflows/doc',
      formats: ['html'],
      summary: 'The reference of the language of workflows, as a page to search',
    },
  ],
  schema: workflowDescriptorSchema,
  open: async () => (await import('./writing.ts')).languageWriting,
}
