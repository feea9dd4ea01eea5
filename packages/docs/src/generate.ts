import { workflowDescriptor, workflowMarkdown } from '@signalbox/core/reference'
import { toProse } from './reference/escape.ts'
import { httpPages } from './reference/http.ts'
import { typescriptPages } from './reference/typescript.ts'

/** The Markdown of the generated pages, by route. */
export const generate = (): ReadonlyMap<string, string> =>
  new Map([
    ...httpPages(),
    ...typescriptPages(),
    [
      'workflow-language',
      workflowMarkdown(workflowDescriptor())
        .split(/(^```.*?^```$)/ms)
        .map((part, index) => (index % 2 === 0 ? toProse(part) : part))
        .join(''),
    ],
  ])
