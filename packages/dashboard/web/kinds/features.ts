import { defineKind } from './kind.ts'

/** What is on or off for clients. */
export const features = defineKind({
  domain: 'Feature',
  nouns: ['feature', 'features'],
  prefix: 'FEATURE',
  path: '/features',
  resource: 'features',
  tagged: true,
  operations: ({ api }) => api.features,
  together: [['activationStrategy', 'parameters']],
  blank: (id: string) => ({ id, enabled: false, activationStrategy: 'NO_STRATEGY' }),
  fields: 'id,enabled,activationStrategy,tags',
  screen: {
    group: 'Flags',
    icon: 'toggle-right',
    key: 'f',
    isAlways: true,
    isOnPhones: true,
  },
})
