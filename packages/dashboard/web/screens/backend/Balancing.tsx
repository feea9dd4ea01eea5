import { SelectField, TextField } from '../../parts/fields/fields.tsx'
import { balancingOf, balancings } from './balancing.ts'
import { NumberField } from './NumberField.tsx'
import type { Settings, SettingsProps } from './settings.ts'

/** How a target is chosen for a request. Members of other ways are kept, but not shown. */
export function Balancing({ value, problemsOf, onChange }: SettingsProps<NonNullable<Settings['load_balancing']>>) {
  const chosen = balancingOf(value.type)
  const isUnknown = value.type !== undefined && value.type !== chosen.type
  return (
    <>
      <SelectField
        label="A request goes to"
        value={value.type ?? chosen.type}
        hint={chosen.means}
        problem={problemsOf('/type')}
        choices={[
          ...balancings.map(({ type, label }) => ({ value: type, label })),
          ...(isUnknown ? [{ value: value.type as string, label: `${value.type} (unknown: round robin)` }] : []),
        ]}
        onChange={(type) => onChange({ type })}
      />
      {chosen.members?.map(({ name, label, hint, kind, placeholder }) =>
        kind === 'number' ? (
          <NumberField
            key={name}
            label={label}
            hint={hint}
            absent={placeholder}
            step="any"
            value={value[name] as number | undefined}
            problem={problemsOf(`/${name}`)}
            onChange={(next) => onChange({ [name]: next }, name)}
          />
        ) : (
          <TextField
            key={name}
            label={label}
            hint={hint}
            mono
            placeholder={placeholder}
            value={(value[name] as string | undefined) ?? ''}
            problem={problemsOf(`/${name}`)}
            onInput={(next) => onChange({ [name]: next === '' ? undefined : next }, name)}
          />
        ),
      )}
    </>
  )
}
