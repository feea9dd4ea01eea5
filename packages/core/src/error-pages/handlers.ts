import type { Handlers } from '../operation.ts'
import type { Random } from '../ports.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { Instance } from '../records/hooks.ts'
import { randomText } from '../secret.ts'
import type { errorTemplateContract } from './contract.ts'
import { errorTemplates } from './error-template.ts'
import { renderError } from './render.ts'

/** What error templates are opened with. */
export interface ErrorTemplateParts {
  readonly instance: Instance
  readonly random: Random
}

/** Error templates as records, and a look at what they make. */
export function errorTemplateHandlers({ instance, random }: ErrorTemplateParts) {
  const records = collection(errorTemplates, instance)
  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const handlers: Handlers<typeof errorTemplateContract> = {
    ...crud,
    ...patchHandler(records),
    ...bulkHandlers(records),
    async render({ id, body: { cause = 'errors.gateway.failure', template, ...rest } }, call) {
      const errorId = randomText(random, 24)
      return renderError(
        { ...rest, cause, errorId },
        template ? { serviceId: id, ...template } : (await records.get(id, call)).value,
      )
    },
  }
  return { handlers: { errorTemplates: handlers }, searched: [records] }
}
