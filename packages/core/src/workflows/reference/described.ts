import { asData, type Subject } from '../../machine/calls/description.ts'
import { workflowDescriptorSchema } from './descriptor-schema.ts'

/** The workflow language as a subject of the description endpoints. */
export const languageDescribed: Subject = {
  descriptions: [
    ...asData('workflows', '/apis/workflows/doc', 'The workflow language: nodes, operators and functions'),
    {
      name: 'workflowsMarkdown',
      path: '/apis/workflows/doc.md',
      formats: ['md'],
      summary: 'Get the reference of the workflow language, as data or Markdown',
    },
    {
      name: 'workflowsPage',
      path: '/apis/workflows/doc',
      formats: ['html'],
      summary: 'Open the reference of the workflow language as a page with search',
    },
  ],
  schema: workflowDescriptorSchema,
  open: async () => (await import('./writing.ts')).languageWriting,
}
