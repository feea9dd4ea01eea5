import { defineSlice, type Named } from '../slice.ts'
import { errorTemplateContract } from './contract.ts'
import { errorTemplateSchema, errorTemplates } from './error-template.ts'
import type { ErrorTemplateParts } from './handlers.ts'

const slice = defineSlice({
  name: 'error-pages',
  contract: { errorTemplates: errorTemplateContract },
  kinds: [errorTemplates],
  isServed: true,
  tags: { errorTemplates: 'Error pages for responses of the gateway itself' },
  named: { ErrorTemplate: errorTemplateSchema },
  examples: {
    ErrorTemplate: {
      serviceId: 'shop',
      template50x: '<h1>${status}</h1><p>${message}</p>',
      messages: { 'message-503': 'Soon' },
    },
  },
  open: async (parts: ErrorTemplateParts) => (await import('./handlers.ts')).errorTemplateHandlers(parts),
})

/** A named type for the slice: declarations refer to it instead of expanding the whole type. */
export interface ErrorPageSlice extends Named<typeof slice> {}

/** The slice of error pages, for responses that the gateway gives itself. */
export const errorPageSlice: ErrorPageSlice = slice
