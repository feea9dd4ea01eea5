import { defineKind } from './kind.ts'

/** People who sign in. */
export const users = defineKind({
  domain: 'User',
  nouns: ['user', 'users'],
  prefix: 'USER',
  sentences: {
    USER_TRACES_ERASED: (_, author) => [author, ' erased a deleted user’s data from the event log'],
  },
  path: '/access/users',
  list: '/access',
  resource: 'users',
  tagged: false,
  operations: ({ api }) => api.users,
  blank: (id: string) => ({ id, name: id }),
  fields: 'id',
  loss: 'The password is lost, and all sessions of the user end.',
})
