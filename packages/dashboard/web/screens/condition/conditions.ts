import type { Condition } from '@signalbox/core/evaluate'

/** The form of a condition: the member that tells it apart. */
export type ConditionForm = 'attribute' | 'segment' | 'feature' | 'time' | 'all' | 'any' | 'not'

/** The forms in the order of the menu, in words. */
export const formLabels: Readonly<Record<ConditionForm, string>> = {
  attribute: 'Attribute of the context',
  segment: 'Segment',
  feature: 'Other feature',
  time: 'Time',
  all: 'All of',
  any: 'Any of',
  not: 'Not',
}

/** The names of the forms. */
export const conditionForms = Object.keys(formLabels) as readonly ConditionForm[]

/** The form of a condition; `undefined` if a later version wrote it. */
export const formOf = (condition: Condition): ConditionForm | undefined =>
  conditionForms.find((form) => Object.hasOwn(condition, form))

/** A new condition of a form. */
export function blank(form: ConditionForm): Condition {
  switch (form) {
    case 'attribute':
      return { attribute: '', operator: 'is', value: '' }
    case 'segment':
      return { segment: '' }
    case 'feature':
      return { feature: '' }
    case 'time':
      return { time: { startTime: '08:00', endTime: '18:00' } }
    case 'all':
      return { all: [] }
    case 'any':
      return { any: [] }
    case 'not':
      return { not: blank('attribute') }
  }
}

/** Adds a condition to another one that must be true, too. */
export function joined(condition: Condition | undefined, next: Condition): Condition {
  if (condition === undefined) return next
  return 'all' in condition ? { all: [...condition.all, next] } : { all: [condition, next] }
}

/** Whether the editor of a condition has the button that joins another one: a second beside it would do the same. */
export const addsItself = (condition: Condition | undefined): boolean => condition !== undefined && 'all' in condition

/** Puts a condition into a group. */
export const wrapped = (condition: Condition, form: 'all' | 'any' | 'not'): Condition =>
  form === 'not' ? { not: condition } : ({ [form]: [condition] } as unknown as Condition)

/** The conditions of a group. */
export const partsOf = (condition: Condition): readonly Condition[] =>
  'all' in condition ? condition.all : 'any' in condition ? condition.any : 'not' in condition ? [condition.not] : []

/** The only condition of a group in its place; `undefined` if there are several, or none. */
export function unwrapped(condition: Condition): Condition | undefined {
  const parts = partsOf(condition)
  return parts.length === 1 ? parts[0] : undefined
}

/** A list with an item replaced, or removed if it is `undefined`. */
export function withItem<T>(items: readonly T[], at: number, item: T | undefined): T[] {
  return item === undefined
    ? items.filter((_, index) => index !== at)
    : items.map((one, index) => (index === at ? item : one))
}

/** A list with the item at `at` moved by `by` places; the same list where it cannot be moved. */
export function withMoved<T>(items: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const to = at + by
  if (to < 0 || to >= items.length) return items
  const next = [...items]
  ;[next[at], next[to]] = [next[to] as T, next[at] as T]
  return next
}
