import { type Problem, type Problems, problem } from '../machine/errors/errors.ts'
import { nearest } from '../machine/errors/nearest.ts'
import { escapePointer, isObject, own } from '../machine/json/json.ts'
import { MOST_LEAVES, MOST_LEVELS } from './condition.ts'
import { formProblems } from './form-problems.ts'
import { type Form, formNames, forms } from './forms.ts'
import type { PatternEngine } from './patterns.ts'

/** How a condition is checked. */
export interface ConditionCheck {
  /** The JSON pointer of the condition in the value that is checked. @default '' */
  readonly place?: string
  /** The engine that checks regular expressions (`loadPatterns`). Without it, only their length is checked. */
  readonly patterns?: PatternEngine | undefined
}

/** The most problems that are reported of a condition. */
const MOST_PROBLEMS = 1000

/**
 * Checks a condition, which may be any value. Returns its problems by JSON pointer, none if it is valid.
 *
 * @example
 * problemsOfCondition({ segment: 7 }, { place: '/when' }) // { '/when/segment': [{ message: 'error.type', args: ['string'] }] }
 */
export function problemsOfCondition(
  condition: unknown,
  { place = '', patterns }: ConditionCheck = {},
): Problems['fieldErrors'] {
  const found: Record<string, readonly Problem[]> = {}
  let leaves = 0
  let room = MOST_PROBLEMS

  function add(at: string, problems: Problems['fieldErrors']): void {
    for (const [pointer, list] of Object.entries(problems)) if (room-- > 0) found[`${at}${pointer}`] = list
  }

  function visit(node: unknown, at: string, level: number): void {
    if (room <= 0 || leaves > MOST_LEAVES) return
    const form = isObject(node) ? formNames.find((name) => Object.hasOwn(node, name)) : undefined
    if (level > MOST_LEVELS) add(at, { '': [problem('error.depth', MOST_LEVELS)] })
    else if (form === undefined) add(at, problemsWithoutForm(node))
    else if (isLeaf(form) && ++leaves > MOST_LEAVES) add(place, { '': [problem('error.leaves', MOST_LEAVES)] })
    else {
      add(at, formProblems(form, node as object, patterns))
      const inner = isLeaf(form) ? undefined : own(node as object, form)
      if (form === 'not') visit(inner, `${at}/not`, level + 1)
      else if (Array.isArray(inner)) for (const [i, one] of inner.entries()) visit(one, `${at}/${form}/${i}`, level + 1)
    }
  }

  visit(condition, place, 1)
  return found
}

const isLeaf = (form: Form): boolean => form !== 'all' && form !== 'any' && form !== 'not'

/** The problems of a value that has no member that tells its form. */
function problemsWithoutForm(node: unknown): Problems['fieldErrors'] {
  if (node === undefined) return { '': [problem('error.required')] }
  if (!isObject(node)) return { '': [problem('error.type', 'object')] }
  const known: readonly string[] = Object.values(forms).flat()
  const unknown = Object.keys(node).filter((name) => !known.includes(name))
  const mistyped = unknown.slice(0, MOST_SUGGESTED).map((name): [string, Problem[]] => {
    const like = nearest(name, known)
    return [`/${escapePointer(name)}`, [problem('error.unknown.field', ...(like === undefined ? [] : [like]))]]
  })
  return { '': [problem('error.required.any', ...formNames)], ...Object.fromEntries(mistyped) }
}

/** The most unknown fields that are reported, each with the most similar known one. */
const MOST_SUGGESTED = 20
