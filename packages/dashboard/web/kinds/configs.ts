import { defineKind } from './kind.ts'

/** JSON values that programs read. */
export const configs = defineKind({
  domain: 'Config',
  nouns: ['config', 'configs'],
  prefix: 'CONFIG',
  path: '/configs',
  resource: 'configs',
  tagged: true,
  operations: ({ api }) => api.configs,
  blank: (id: string) => ({ id, value: {} }),
  fields: 'id,tags',
  screen: {
    group: 'Flags',
    icon: 'sliders-horizontal',
    key: 'c',
    isAlways: true,
  },
})
