import type { Named } from '../slice.ts'
import { defineSlice } from '../slice.ts'
import { errorTemplateContract } from './contract.ts'
import { errorTemplateSchema, errorTemplates } from './error-template.ts'
import type { ErrorTemplateParts } from './handlers.ts'

const slice = defineSlice({
  name: 'error-pages',
  contract: { errorTemplates: errorTemplateContract },
  kinds: [errorTemplates],
  tags: { errorTemplates: 'Pages for what a gateway answers itself' },
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

/** The type of the slice by a name, which declarations have in place of all that it is. */
export interface ErrorPageSlice extends Named<typeof slice> {}

/** Pages for what a gateway answers by itself. */
export const errorPageSlice: ErrorPageSlice = slice
