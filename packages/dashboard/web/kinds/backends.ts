import { defineKind } from './kind.ts'

/** Servers that routes of all APIs can use. */
export const backends = defineKind({
  domain: 'Backend',
  nouns: ['backend', 'backends'],
  prefix: 'BACKEND',
  path: '/gateway/backends',
  resource: 'backends',
  tagged: false,
  operations: ({ api }) => api.backends,
  blank: (id: string) => ({ id, backend: { targets: [] } }),
  fields: 'id',
  screen: {
    group: 'Gateway',
    icon: 'server',
    key: 'b',
  },
  lossOfSecrets: 'Its secrets, such as private keys, are lost.',
})
