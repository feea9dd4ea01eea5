import { failure, problem } from '../machine/errors/errors.ts'
import type { Condition } from './condition.ts'

/** The forms of a condition by the member that tells them apart, each with all its members. In the contract's order. */
export const forms = {
  attribute: ['attribute', 'operator', 'value', 'values', 'ignoreCase'],
  segment: ['segment'],
  feature: ['feature', 'active'],
  time: ['time'],
  all: ['all'],
  any: ['any'],
  not: ['not'],
} as const

/** The form of a condition. */
export type Form = keyof typeof forms

/** The names of all forms. */
export const formNames = /* @__PURE__ */ Object.keys(forms) as readonly Form[]

/** The member of the condition that is the form, typed. */
type Of<F extends Form> = Extract<Condition, Readonly<Record<F, unknown>>>

/** One function for each form. */
export type ByForm<R> = { readonly [F in Form]: (condition: Of<F>) => R }

/**
 * Calls the function of a condition's form. Throws INVALID for an unknown form or member, such as one of a later
 * version, because ignoring it would give wrong results.
 */
export function byForm<R>(condition: Condition, functions: ByForm<R>): R {
  const form = formNames.find((name) => Object.hasOwn(condition, name))
  if (form === undefined)
    throw failure(
      'INVALID',
      `A condition needs one of ${formNames.join(', ')}`,
      problem('error.required.any', ...formNames),
    )
  checkMembers(`A condition with ${form}`, condition, forms[form])
  return functions[form](condition as never)
}

/** Throws INVALID for a member that is not known. */
export function checkMembers(what: string, value: object, known: readonly string[]): void {
  for (const member of Object.keys(value))
    if (!known.includes(member))
      throw failure('INVALID', `${what} does not take ${member}`, problem('error.unknown.field'))
}
