import type { Writing } from '../../machine/calls/description.ts'
import { workflowDescriptor } from './descriptor.ts'
import type { WorkflowDescriptor } from './descriptor-schema.ts'
import { workflowMarkdown } from './markdown.ts'
import { workflowPage } from './page.ts'

/** How the reference of the workflow language is written in each media type. */
export const languageWriting: Writing<unknown, WorkflowDescriptor> = {
  data: workflowDescriptor,
  markdown: workflowMarkdown,
  page: workflowPage,
}
