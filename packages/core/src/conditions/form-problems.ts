import { type Problems, problem } from '../machine/errors/errors.ts'
import { own } from '../machine/json/json.ts'
import { validationProblems } from '../machine/schema/validate.ts'
import { timeZone } from '../machine/time/time.ts'
import { hasOffset } from '../machine/time/written-date.ts'
import { datesOf } from './compile-window.ts'
import type { AttributeCondition } from './condition.ts'
import { type Form, formNames } from './forms.ts'
import { operators } from './operators/index.ts'
import type { Operator } from './operators/operator.ts'
import type { PatternEngine } from './patterns.ts'
import { shapes } from './schemas.ts'
import type { TimeWindow } from './time-window.ts'

type FieldErrors = Problems['fieldErrors']

/** The problems of a condition of a form by JSON pointer, without the problems of the conditions inside it. */
export function formProblems(form: Form, node: object, patterns?: PatternEngine): FieldErrors {
  const several = formNames.filter((name) => Object.hasOwn(node, name))
  if (several.length > 1) return { '': [problem('error.required.one', ...several)] }
  const problems = validationProblems(shapes[form], node)
  if (hasAny(problems)) return problems
  if (form === 'attribute') return attributeProblems(node as AttributeCondition, patterns)
  return form === 'time' ? timeProblems(own(node, 'time') as TimeWindow) : {}
}

const hasAny = (problems: FieldErrors): boolean => Object.keys(problems).length > 0

function timeProblems(window: TimeWindow): FieldErrors {
  const { timezone, ...parts } = window
  if (Object.keys(parts).length === 0)
    return { '/time': [problem('error.required.any', 'from', 'to', 'startTime', 'endTime', 'days')] }
  const { from, to } = window
  if (from === undefined || to === undefined) return {}
  if (timezone === undefined && hasOffset(from) !== hasOffset(to)) return {} // which is first depends on the zone
  const dates = datesOf(window, timeZone(timezone ?? 'UTC'))
  return dates.from < dates.until ? {} : { '/time/from': [problem('error.date.order', from, to)] }
}

/** The problems that depend on the operator. */
function attributeProblems(leaf: AttributeCondition, patterns: PatternEngine | undefined): FieldErrors {
  const { attribute, operator, value, values } = leaf
  const row = operators[operator] as Operator
  if (attribute.startsWith('/') && /~(?![01])/.test(attribute))
    return { '/attribute': [problem('error.format', 'json-pointer')] }
  const unknown = [...(row.value ? [] : ['value', 'values']), ...(row.takesIgnoreCase ? [] : ['ignoreCase'])]
  const given = unknown.filter((name) => Object.hasOwn(leaf, name))
  if (given.length > 0) return Object.fromEntries(given.map((name) => [`/${name}`, [problem('error.unknown.field')]]))
  if (!row.value) return {}
  if (value === undefined && values === undefined) return { '': [problem('error.required.any', 'value', 'values')] }
  if (value !== undefined && values !== undefined) return { '': [problem('error.required.one', 'value', 'values')] }
  const check = (one: unknown, place: string): FieldErrors => {
    const found = valueProblems(one, row, patterns)
    return found.length > 0 ? { [place]: found } : {}
  }
  return values ? Object.assign({}, ...values.map((one, i) => check(one, `/values/${i}`))) : check(value, '/value')
}

function valueProblems(value: unknown, { value: schema, check }: Operator, patterns: PatternEngine | undefined) {
  const problems = schema && validationProblems(schema, value)['']
  if (problems) return problems
  const found = check?.(value as never, patterns)
  return found ? [found] : []
}
