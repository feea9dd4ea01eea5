import { type Problem, problem } from '../machine/errors/errors.ts'
import { escapePointer, isObject } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { tryPattern } from '../machine/schema/linear-pattern.ts'
import type { Rules } from '../machine/schema/rules.ts'
import { metadata, note, object, type Static, Type, texts } from '../machine/schema/schema.ts'

const html = (what: string) => Type.Optional(Type.String({ default: '', description: `HTML for ${what}` }))
const textByName = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.String(), { default: {}, description }))

/** The error pages of a route, an API, or everything (`global`). */
export const errorTemplateSchema = object({
  serviceId: Type.Unsafe<string>({
    ...keySchema,
    description: 'The id of a compiled route, the id of an API, or `global`',
  }),
  name: note,
  description: note,
  tags: texts,
  metadata,
  template40x: html('4xx responses'),
  template50x: html('5xx responses, and for responses without another page'),
  templateBuild: html('a service under construction'),
  templateMaintenance: html('a service in maintenance'),
  genericTemplates: textByName('HTML by cause id, or by a regular expression that matches whole cause ids'),
  messages: textByName('Texts by `message-<status>`, and by cause id'),
})

/** The error pages of a route, an API, or everything (`global`). */
export type ErrorTemplate = Static<typeof errorTemplateSchema>

/** Maximum length of a key of `genericTemplates`. */
const LONGEST_PATTERN = 512

/** Maximum size of all keys of `genericTemplates` together, in steps: repetitions such as `(a?){1000}` grow fast. */
const MOST_STEPS = 20_000

/** Problems of the keys of `genericTemplates`, by JSON pointer. */
function keyProblems(keys: readonly string[]): Record<string, readonly Problem[]> {
  const problems: Record<string, readonly Problem[]> = {}
  let steps = 0
  for (const key of keys) {
    const { problem: found, size } =
      key.length > LONGEST_PATTERN
        ? { problem: problem('error.length.maximum', LONGEST_PATTERN), size: 0 }
        : tryPattern(key)
    steps += size
    const wrong = steps > MOST_STEPS ? problem('error.pattern.size', MOST_STEPS) : found
    if (wrong) problems[`/genericTemplates/${escapePointer(key)}`] = [wrong]
    if (steps > MOST_STEPS) break // checking the remaining keys would cost as much again
  }
  return problems
}

/** The rules beyond the schema, applied wherever an error template comes in. */
export const errorTemplateRules: Rules = {
  check(template) {
    const generic = isObject(template) ? template.genericTemplates : undefined
    return keyProblems(isObject(generic) ? Object.keys(generic) : [])
  },
}

/** The record kind of error templates. */
export const errorTemplates = defineResource({
  name: 'error template',
  plural: 'error-templates',
  path: '/api/error-templates',
  domain: 'ErrorTemplate',
  events: 'ERRORTEMPLATE',
  schema: errorTemplateSchema,
  id: keySchema,
  key: 'serviceId',
  fixedId: true,
  isCompleted: true,
  indexes: ['name'],
  rules: errorTemplateRules,
})
