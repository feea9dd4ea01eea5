import { escapePointer } from '../machine/json/json.ts'
import { linearPattern } from '../machine/schema/linear-pattern.ts'
import { keyOf } from './cause-synonyms.ts'
import { CONSTRUCTION, MAINTENANCE } from './causes.ts'
import type { ErrorTemplate } from './error-template.ts'
import { type Parts, toParts } from './parts.ts'

/** What the choice of a page depends on. */
export interface ErrorCase {
  readonly status: number
  /** The id of the cause. */
  readonly cause: string
}

/** Whether a template applies to an error. */
type Takes = (error: ErrorCase) => boolean

/** The templates that do not depend on cause ids, in order of precedence. They come after `genericTemplates`. */
const fixed = [
  ['templateMaintenance', ({ cause }) => cause === MAINTENANCE],
  ['templateBuild', ({ cause }) => cause === CONSTRUCTION],
  ['template40x', ({ status }) => status >= 400 && status < 500],
  ['template50x', () => true],
] as const satisfies readonly (readonly [keyof ErrorTemplate, Takes])[]

/** A page of a template. */
interface Page {
  /** Its place in the template as a JSON Pointer (RFC 6901), such as `/template40x`. */
  readonly pointer: string
  readonly parts: Parts
}

/** Selects the first page that applies and is not empty; `undefined` if there is none. */
export type Select = (error: ErrorCase) => Page | undefined

const compiled = new WeakMap<ErrorTemplate, Select>()

/** The selector of an error template's pages, parsed on first use and cached. */
export function selectorOf(template: ErrorTemplate): Select {
  const known = compiled.get(template)
  if (known) return known
  const select = compile(template)
  compiled.set(template, select)
  return select
}

function compile(template: ErrorTemplate): Select {
  const written = Object.entries(template.genericTemplates ?? {}).filter(([, text]) => text !== '')
  const pages = written.map(([key, text]) => ({
    pointer: `/genericTemplates/${escapePointer(key)}`,
    parts: toParts(text),
  }))
  const exact = new Map(written.map(([key], i) => [key, pages[i]]))
  const rows: (Page & { readonly takes: Takes })[] = written.map(([key], i) => {
    const matches = linearPattern(key)
    return { ...pages[i]!, takes: ({ cause }) => matches(cause) }
  })
  for (const [name, takes] of fixed) {
    const text = template[name]
    if (text) rows.push({ pointer: `/${name}`, parts: toParts(text), takes })
  }
  return (error) => {
    const key = keyOf(error.cause, (one) => exact.has(one))
    return key === undefined ? rows.find(({ takes }) => takes(error)) : exact.get(key)
  }
}
