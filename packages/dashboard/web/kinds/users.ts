import { defineKind } from './kind.ts'

/** People who sign in. */
export const users = defineKind({
  domain: 'User',
  nouns: ['user', 'users'],
  prefix: 'USER',
  path: '/access/users',
  list: '/access',
  resource: 'users',
  tagged: false,
  operations: ({ api }) => api.users,
  blank: (id: string) => ({ id, name: id }),
  fields: 'id',
  loss: 'The password is lost, and all sessions of the user end.',
})
