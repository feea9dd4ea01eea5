import { defineKind } from './kind.ts'

/** Groups of clients. */
export const segments = defineKind({
  domain: 'Segment',
  nouns: ['segment', 'segments'],
  prefix: 'SEGMENT',
  path: '/segments',
  resource: 'segments',
  tagged: true,
  operations: ({ api }) => api.segments,
  blank: (id: string) => ({ id }),
  fields: 'id,tags',
  screen: {
    group: 'Flags',
    icon: 'users',
    key: 'm',
  },
})
