import { defineKind } from './kind.ts'

/** People who use APIs. */
export const developers = defineKind({
  domain: 'Developer',
  nouns: ['developer', 'developers'],
  prefix: 'DEVELOPER',
  path: '/gateway/developers',
  resource: 'developers',
  tagged: true,
  operations: ({ api }) => api.developers,
  blank: (id: string) => ({ id, name: id }),
  fields: 'id',
  isLogForAdmins: true,
  lived: ['source', 'created_at'],
  loss: 'The password is lost, all sessions end, and the developer is removed from all applications.',
})

/** What people use APIs with. Subscriptions name it as their owner. */
export const applications = defineKind({
  domain: 'Application',
  nouns: ['application', 'applications'],
  prefix: 'APPLICATION',
  path: '/gateway/applications',
  resource: 'applications',
  tagged: true,
  operations: ({ api }) => api.applications,
  blank: (id: string) => ({ id, name: id }),
  fields: 'id',
})
