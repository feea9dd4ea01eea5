import type { AttributeCondition } from '@signalbox/core/evaluate'
import type { MenuItem } from '../../parts/ways/Menu.tsx'
import { rowOf } from './operator-rows.ts'
import { numberOr, type Scalar, valuesOf } from './values.ts'

type Change = (next: AttributeCondition) => void

/** What the menu of a condition on an attribute offers: several values, the type of the value, and its case. */
export function attributeActions(condition: AttributeCondition, onChange: Change): MenuItem[] {
  const { operator, ignoreCase = false, values: list } = condition
  const { input, takesIgnoreCase } = rowOf(operator)
  if (input === 'none') return []
  const values = valuesOf(condition)
  const { value: _, values: __, ...rest } = condition
  const several: MenuItem =
    list === undefined
      ? { label: 'Several values', run: () => onChange({ ...rest, values }) }
      : { label: 'One value', run: () => onChange({ ...rest, value: values[0] ?? '' }) }
  return [
    // The list of operators has the forms of `is`.
    ...(input === 'date' || operator === 'is' ? [] : [several]),
    ...(input === 'scalar' && list === undefined
      ? typeActions(values[0], (value) => onChange({ ...rest, value }))
      : []),
    ...(takesIgnoreCase
      ? [
          {
            label: 'Ignore case',
            checked: ignoreCase,
            run: () => {
              const { ignoreCase: _, ...exact } = condition
              onChange(ignoreCase ? exact : { ...exact, ignoreCase: true })
            },
          },
        ]
      : []),
  ]
}

function typeActions(value: Scalar | undefined, set: (next: Scalar) => void): MenuItem[] {
  const type = typeof (value ?? '')
  return [
    { label: 'The value is text', checked: type === 'string', run: () => set(String(value ?? '')) },
    {
      label: 'The value is a number',
      checked: type === 'number',
      run: () => set(Number(numberOr(String(value))) || 0),
    },
    { label: 'The value is true or false', checked: type === 'boolean', run: () => set(true) },
  ]
}
