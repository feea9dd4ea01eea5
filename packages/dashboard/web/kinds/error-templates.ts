import { defineKind } from './kind.ts'

/** Pages that replace what the gateway answers itself. */
export const errorTemplates = defineKind({
  domain: 'ErrorTemplate',
  nouns: ['error page', 'error pages'],
  prefix: 'ERRORTEMPLATE',
  path: '/gateway/errors',
  resource: 'error-templates',
  tagged: true,
  operations: ({ api }) => api.errorTemplates,
  blank: (serviceId: string) => ({ serviceId, name: serviceId }),
  fields: 'serviceId,tags',
  screen: {
    group: 'Advanced',
    icon: 'file-warning',
    key: 'x',
  },
})
