/** How a condition on a header or query parameter compares, in the order in which the forms are offered. */
export const conditionForms = [
  { form: 'equal', label: 'is' },
  { form: 'exists', label: 'is sent' },
  { form: 'absent', label: 'is not sent' },
  { form: 'wildcard', label: 'is like' },
  { form: 'regex', label: 'matches' },
] as const

/** How a condition compares. */
export type ConditionForm = (typeof conditionForms)[number]['form']

/** A condition as the form shows it. */
export interface ShownCondition {
  readonly form: ConditionForm
  /** The value, pattern or expression; empty for forms without one. */
  readonly text: string
}

/** Conditions by the name of the header or parameter, as the route has them. */
export type Conditions = Readonly<Record<string, string>>

const written = { exists: 'Exists', absent: 'NotDefined', wildcard: 'Wildcard', regex: 'Regex' } as const
const forms = new Map<string, ConditionForm>([
  ['Exact', 'equal'],
  ...Object.entries(written).map(([form, name]) => [name, form as ConditionForm] as const),
])

const CALL = /^(\w+)\((.*)\)$/s

/** Reads a condition as the route has it. */
export function readCondition(condition: string): ShownCondition {
  const [, name = '', text = ''] = CALL.exec(condition) ?? []
  const form = forms.get(name)
  return form === undefined ? { form: 'equal', text: condition } : { form, text }
}

/** Writes a condition as the route has it. A text that looks like another form becomes `Exact(…)`. */
export function writeCondition({ form, text }: ShownCondition): string {
  if (form === 'exists' || form === 'absent') return `${written[form]}()`
  if (form !== 'equal') return `${written[form]}(${text})`
  return forms.has(CALL.exec(text)?.[1] ?? '') ? `Exact(${text})` : text
}

/** Whether a form compares with a text. */
export const hasText = (form: ConditionForm): boolean => form !== 'exists' && form !== 'absent'

/** What a condition requires of what it names: `is beta`. */
export function conditionWords(condition: string): string {
  const { form, text } = readCondition(condition)
  const { label } = conditionForms.find((one) => one.form === form)!
  return hasText(form) ? `${label} ${text === '' ? 'empty' : text}` : label
}
