import { problem } from '../../machine/errors/errors.ts'
import { pattern } from '../../machine/errors/in-words.ts'
import { tryPattern } from '../../machine/schema/linear-pattern.ts'
import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Maximum size of the pattern of `PathRewrite` in steps: it is run for every request. */
const MOST_STEPS = 1000

/** Replaces parts of the path to the backend by a regular expression. */
export const pathRewrite = definePlugin({
  id: 'PathRewrite',
  name: 'Path rewrite',
  description: 'Replaces parts of the path to the backend by a regular expression',
  steps: ['TransformRequest'],
  categories: ['TrafficControl'],
  configSchema: settings({
    pattern: Type.String({
      minLength: 1,
      description: 'A regular expression (RE2) for the path after stripping, without the query. Each match is replaced',
    }),
    to: Type.String({
      pattern: pattern('^[!"$-.\\/0->@-\\[\\]-~]*$', 'must be printable ASCII, without spaces, ?, # and backslashes'),
      description: 'The replacement: `$1` is a group, `$<name>` a named one, `$$` a dollar sign',
    }),
  }),
  rules: ({ pattern: written }) => {
    const { problem: found, size } = tryPattern(String(written))
    const flaw = found ?? (size > MOST_STEPS ? problem('error.pattern.size', MOST_STEPS) : undefined)
    return flaw ? { '/pattern': [flaw] } : {}
  },
  multiInstance: true,
})
