import { useContext } from 'preact/hooks'
import { problemsIn } from '../../code/places.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { TextArea, TextField } from '../../parts/fields/fields.tsx'
import { Code } from '../../parts/json/Code.tsx'
import { MASK } from '../../values/secret-members.ts'
import type { ControlOf } from './control-props.ts'
import type { TextField as Text } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'
import { SecretControl } from './SecretControl.tsx'
import { readTyped, typed } from './written.ts'

/** A text: an id that is chosen, a secret, a document, or a line. */
export function TextControl(props: ControlOf<Text>) {
  const { field, name, label, hint, isRequired, value, byDefault, pointer, path, onChange } = props
  const form = useContext(Form)
  const { offersOf } = form
  const onInput = (text: string) => onChange(readTyped(field, text, isRequired))
  const about = { label, hint: hintOf(hint, field), problem: problemsAt(form, pointer), stacked: true }
  const offers = offersOf?.(path)
  if (field.isSecret || value === MASK) return <SecretControl {...props} />
  if (offers)
    return (
      <Field {...about}>
        {(control) => (
          <Combobox
            {...control}
            value={typed(value)}
            placeholder={byDefault === undefined ? 'id' : typed(byDefault)}
            options={offers.search}
            source={offers.source}
            onInput={onInput}
          />
        )}
      </Field>
    )
  if (field.isLong && name === 'script')
    return (
      <div class="wide">
        <Code
          label={label}
          language="javascript"
          value={typed(value)}
          hint={hint}
          problems={problemsIn(problemsAt(form, pointer))}
          onInput={onInput}
        />
      </div>
    )
  if (field.isLong || typed(value).includes('\n'))
    return (
      <div class="wide">
        <TextArea {...about} mono rows={4} value={typed(value)} onInput={onInput} />
      </div>
    )
  return (
    <TextField
      {...about}
      mono
      value={typed(value)}
      placeholder={typed(byDefault)}
      required={isRequired}
      onInput={onInput}
    />
  )
}
