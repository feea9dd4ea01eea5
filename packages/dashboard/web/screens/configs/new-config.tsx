import { signal } from '@preact/signals'
import { SelectField } from '../../parts/fields/fields.tsx'
import type { NewMembers } from '../listing/new-members.ts'

/** The types to begin with, each with its first value. */
const firsts = {
  any: { label: 'any value', value: {} },
  boolean: { label: 'boolean', value: false },
  string: { label: 'string', value: '' },
  number: { label: 'number', value: 0 },
  object: { label: 'object', value: {} },
  array: { label: 'array', value: [] },
} as const

type First = keyof typeof firsts

const chosen = signal<First>('any')

/** Asks for the type of a new config, which begins with a value of that type. */
export const newConfig: NewMembers = {
  Fields: () => (
    <SelectField
      stacked
      label="Type"
      value={chosen.value}
      choices={Object.entries(firsts).map(([value, { label }]) => ({ value: value as First, label }))}
      hint={`It begins with ${JSON.stringify(firsts[chosen.value].value)}. You can change the type later.`}
      onChange={(next) => {
        chosen.value = next
      }}
    />
  ),
  members: () => {
    const { value } = firsts[chosen.value]
    return chosen.value === 'any' ? { value } : { type: chosen.value, value }
  },
}
