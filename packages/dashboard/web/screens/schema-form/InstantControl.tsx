import { useContext } from 'preact/hooks'
import { InstantField } from '../../parts/fields/InstantField.tsx'
import type { ControlOf } from './control-props.ts'
import type { SchemaField } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'

/** A moment. */
export function InstantControl(props: ControlOf<Extract<SchemaField, { kind: 'instant' }>>) {
  const { field, label, hint, value, pointer, onChange } = props
  const form = useContext(Form)
  return (
    <InstantField
      stacked
      label={label}
      hint={hintOf(hint, field)}
      problem={problemsAt(form, pointer)}
      value={value as number | undefined}
      onChange={onChange}
    />
  )
}
