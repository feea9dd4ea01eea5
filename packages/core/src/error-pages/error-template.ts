import { Type } from 'typebox'
import type { Problem } from '../errors.ts'
import { problem } from '../errors.ts'
import { escapePointer, isObject } from '../json.ts'
import { keySchema } from '../records/key.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { anyObject, object } from '../schema.ts'
import { patternProblem } from './cause-pattern.ts'

const html = (what: string) => Type.Optional(Type.String({ default: '', description: `HTML for ${what}` }))
const textByName = (description: string) => Type.Optional(Type.Record(Type.String(), Type.String(), { description }))

/** The pages of a route, of an API, or of everything (`global`). */
export const errorTemplateSchema = object({
  serviceId: Type.Unsafe<string>({
    ...keySchema,
    description: 'The id of a compiled route, the id of an API, or `global`',
  }),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  metadata: Type.Optional(anyObject()),
  template40x: html('4xx answers'),
  template50x: html('5xx answers, and for all that have no other'),
  templateBuild: html('a service under construction'),
  templateMaintenance: html('a service in maintenance'),
  genericTemplates: textByName('HTML by cause id, or by a regular expression on whole cause ids'),
  messages: textByName('Texts by `message-<status>`, and by cause id'),
})

/** The pages of a route, of an API, or of everything (`global`). */
export type ErrorTemplate = Static<typeof errorTemplateSchema>

/** The longest key of `genericTemplates`. */
const LONGEST_PATTERN = 512

const keyProblem = (key: string): Problem | undefined =>
  key.length > LONGEST_PATTERN ? problem('error.length.maximum', LONGEST_PATTERN) : patternProblem(key)

/** Error templates, as records. */
export const errorTemplates = defineResource({
  name: 'error template',
  plural: 'error-templates',
  path: '/api/error-templates',
  domain: 'ErrorTemplate',
  schema: errorTemplateSchema,
  id: keySchema,
  key: 'serviceId',
  fixedId: true,
  rules: {
    check(template) {
      const generic = isObject(template) ? template.genericTemplates : undefined
      const problems: Record<string, readonly Problem[]> = {}
      for (const key of isObject(generic) ? Object.keys(generic) : []) {
        const found = keyProblem(key)
        if (found) problems[`/genericTemplates/${escapePointer(key)}`] = [found]
      }
      return problems
    },
  },
})
