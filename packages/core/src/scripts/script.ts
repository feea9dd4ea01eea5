import { isObject } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { withoutNullDescription } from '../machine/records/lines/earlier-lines.ts'
import { defineResource } from '../machine/records/resource.ts'
import { choice, object, type Static, Type } from '../machine/schema/schema.ts'
import { normalizeSource } from './normalize-source.ts'

/** The languages of scripts. Which of them run depends on the engines of an instance. */
export const languages = ['javascript', 'kotlin', 'scala'] as const

/** The text of a script, which defines `enabled(context, enabled, disabled, http)`, and its language. */
export const sourceSchema = object({ type: choice(languages), script: Type.String() })
/** The text of a script, and its language. */
export type Source = Static<typeof sourceSchema>

/** A script that several features share. */
export const scriptSchema = object({
  id: keySchema,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  source: sourceSchema,
})
/** A script that several features share. */
export type GlobalScript = Static<typeof scriptSchema>

/** Global scripts as a kind of record. Only admins write them. */
export const scripts = defineResource({
  name: 'script',
  plural: 'scripts',
  path: '/api/scripts',
  domain: 'Script',
  events: 'GLOBALSCRIPT',
  isGrantedByDefault: true,
  isStreamedByDefault: true,
  schema: scriptSchema,
  id: keySchema,
  access: (right) => (right === 'R' ? { domain: 'Script', right } : 'admin'),
  earlier: withoutNullDescription,
  rules: {
    normalize(script) {
      if (isObject(script) && script.source !== undefined) script.source = normalizeSource(script.source)
      return script
    },
  },
})
