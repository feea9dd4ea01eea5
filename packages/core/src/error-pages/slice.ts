import { defineSlice } from '../slice.ts'
import { errorTemplateContract } from './contract.ts'
import { errorTemplateSchema } from './error-template.ts'
import type { ErrorTemplateParts } from './handlers.ts'

/** Pages for what a gateway answers by itself. */
export const errorPageSlice = defineSlice({
  name: 'error-pages',
  contract: { errorTemplates: errorTemplateContract },
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
