import { defineKind } from './kind.ts'

/** Scripts that features share. */
export const scripts = defineKind({
  domain: 'Script',
  nouns: ['script', 'scripts'],
  prefix: 'GLOBALSCRIPT',
  path: '/scripts',
  resource: 'scripts',
  tagged: false,
  operations: ({ api }) => api.scripts,
  blank: (id: string) => ({ id, name: id, source: { type: 'javascript', script: plainScript } }),
  fields: 'id',
  screen: {
    group: 'Advanced',
    icon: 'file-code',
    key: 's',
  },
})

/** A function that runs in `enabled(context, enabled, disabled, http)`: the least a script can be. */
const plainScript = 'function enabled(context, enabled, disabled, http) {\n  enabled()\n}\n'
