import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../machine/records/handlers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import type { Handlers } from '../operation.ts'
import type { Random } from '../ports.ts'
import type { errorTemplateContract } from './contract.ts'
import { errorTemplates } from './error-template.ts'
import { kindOf } from './kind.ts'
import { renderError } from './render.ts'
import { selectorOf } from './select.ts'

/** The dependencies of error templates. */
export interface ErrorTemplateParts {
  readonly instance: Instance
  readonly random: Random
}

/** Creates the handlers of error templates and of their preview. */
export function errorTemplateHandlers({ instance, random }: ErrorTemplateParts) {
  const records = collection(errorTemplates, instance)
  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const handlers: Handlers<typeof errorTemplateContract> = {
    ...crud,
    ...patchHandler(records),
    ...bulkHandlers(records),
    async render({ id, body: { cause = 'errors.gateway.failure', template, ...rest } }, call) {
      const errorId = randomText(random, 24)
      const rendered = template ? { serviceId: id, ...template } : (await records.get(id, call)).value
      const page = renderError({ ...rest, cause, errorId }, rendered)
      const isHtml = kindOf(rest.accept) === 'html'
      const from = isHtml ? selectorOf(rendered)({ cause, status: page.status })?.pointer : undefined
      return { ...page, ...(from !== undefined && { from }) }
    },
  }
  return { handlers: { errorTemplates: handlers }, searched: [records] }
}
