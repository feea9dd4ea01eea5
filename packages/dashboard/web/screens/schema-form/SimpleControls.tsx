import { useContext, useEffect, useState } from 'preact/hooks'
import { Field } from '../../parts/fields/Field.tsx'
import { SelectField } from '../../parts/fields/fields.tsx'
import type { ControlOf } from './control-props.ts'
import type { ChoiceField, NumberField } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'
import { readTyped, typed } from './written.ts'

/** A choice among a few values. */
export function ChoiceControl(props: ControlOf<ChoiceField>) {
  const { field, label, hint, isRequired, value, byDefault, pointer, onChange } = props
  const form = useContext(Form)
  const none = byDefault !== undefined ? `Default: ${byDefault}` : isRequired ? 'Choose…' : 'Not set'
  return (
    <SelectField
      stacked
      label={label}
      hint={hintOf(hint, field)}
      problem={problemsAt(form, pointer)}
      value={typed(value)}
      choices={[
        { value: '', label: none },
        ...field.values
          .filter((one) => one !== byDefault || one === value)
          .map((one) => ({ value: String(one), label: field.labels?.[String(one)] ?? String(one) })),
      ]}
      onChange={(text) => onChange(readTyped(field, text))}
    />
  )
}

/** A number. What is typed stays as it is until the value changes from elsewhere. */
export function NumberControl(props: ControlOf<NumberField>) {
  const { field, label, hint, isRequired, value, byDefault, pointer, onChange } = props
  const form = useContext(Form)
  const [text, setText] = useState(typed(value))
  useEffect(() => {
    if (readTyped(field, text) !== value) setText(typed(value))
  }, [value])
  return (
    <Field
      stacked
      {...{ label, hint: hintOf(hint, field), problem: problemsAt(form, pointer) }}
      after={field.unit && <span class="muted">{field.unit}</span>}
    >
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode={field.isInteger ? 'numeric' : 'decimal'}
          step={field.isInteger ? 1 : 'any'}
          min={field.min}
          max={field.max}
          required={isRequired}
          placeholder={typed(byDefault)}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            if (!currentTarget.validity.badInput) onChange(readTyped(field, currentTarget.value))
          }}
          onBlur={() => setText(typed(value))}
        />
      )}
    </Field>
  )
}

/** Yes or no. Without a default, it can also be left open. */
export function FlagControl(props: ControlOf<{ readonly kind: 'flag' }>) {
  const { field, label, hint, isRequired, value, byDefault, pointer, onChange } = props
  const form = useContext(Form)
  const about = { label, hint: hintOf(hint, field), problem: problemsAt(form, pointer) }
  if (typeof byDefault === 'boolean' || isRequired)
    return (
      <Field stacked {...about}>
        {(control) => (
          <label class="check">
            <input
              {...control}
              type="checkbox"
              checked={(value ?? byDefault) === true}
              onChange={({ currentTarget }) => onChange(currentTarget.checked)}
            />
            {(value ?? byDefault) === true ? 'Yes' : 'No'}
            {value === undefined && byDefault !== undefined && <span class="muted">default</span>}
          </label>
        )}
      </Field>
    )
  return (
    <SelectField
      stacked
      {...about}
      value={value === undefined ? '' : String(value)}
      choices={[
        { value: '', label: 'Not set' },
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
      onChange={(text) => onChange(text === '' ? undefined : text === 'true')}
    />
  )
}
