import type { Operator } from './operator.ts'

const isPresent = (attribute: unknown): boolean => attribute !== undefined && attribute !== null

/** The attribute is there, and not `null`. */
export const exists: Operator<never> = {
  description: 'Is present and not null; an empty list is present',
  takesAny: true,
  example: { attribute: 'company', actual: [] },
  compile: () => isPresent,
}

/** The attribute is absent or `null`. */
export const missing: Operator<never> = {
  description: 'Is absent or null',
  takesAny: true,
  example: { attribute: 'company' },
  compile: () => (attribute) => !isPresent(attribute),
}
