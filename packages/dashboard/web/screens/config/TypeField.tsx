import type { Config } from '@signalbox/core/contract'
import { SelectField } from '../../parts/fields/fields.tsx'
import { JsonCode } from '../../parts/json/JsonCode.tsx'
import { kindOf } from './value/value-kind.ts'

interface TypeFieldProps {
  readonly config: Config
  /** The sentences of the service about the type. */
  readonly problems: readonly string[]
  onChange(next: Config['type'], step?: string): void
}

type Choice = 'any' | 'boolean' | 'string' | 'number' | 'object' | 'array' | 'schema'

const choices: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'any', label: 'any value' },
  { value: 'boolean', label: 'boolean' },
  { value: 'string', label: 'string' },
  { value: 'number', label: 'number' },
  { value: 'object', label: 'object' },
  { value: 'array', label: 'array' },
  { value: 'schema', label: 'JSON Schema' },
]

/** What every value of a config must be: any value, a type by name, or a JSON Schema. */
export function TypeField({ config: { type, value }, problems, onChange }: TypeFieldProps) {
  const chosen: Choice = type === undefined ? 'any' : typeof type === 'string' ? type : 'schema'
  const choose = (next: Choice) => {
    if (next === 'any') return onChange(undefined)
    onChange(next === 'schema' ? { type: kindOf(value) } : next)
  }
  return (
    <>
      <SelectField
        label="Type"
        value={chosen}
        choices={choices}
        problem={chosen === 'schema' ? undefined : problems}
        hint={
          chosen === 'any'
            ? 'With a type, every value is checked when it is saved, and OpenFeature can read the config as a flag.'
            : 'Every value is checked when it is saved. OpenFeature can read the config as a flag.'
        }
        onChange={choose}
      />
      {chosen === 'schema' && (
        <JsonCode
          pointer="/type"
          label="JSON Schema"
          value={type}
          problems={problems}
          hint="Draft 2020-12, without references to other documents."
          onChange={(next, step) => onChange(next as Config['type'], step)}
        />
      )}
    </>
  )
}
