import type { Writing } from '../../subject.ts'
import { workflowDescriptor } from './descriptor.ts'
import type { WorkflowDescriptor } from './descriptor-schema.ts'
import { workflowMarkdown } from './markdown.ts'
import { workflowPage } from './page.ts'

/** The language of workflows. */
export const languageWriting: Writing<unknown, WorkflowDescriptor> = {
  data: workflowDescriptor,
  markdown: workflowMarkdown,
  page: workflowPage,
}
