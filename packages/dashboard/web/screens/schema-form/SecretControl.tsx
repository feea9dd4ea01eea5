import { useContext, useRef } from 'preact/hooks'
import { TextField } from '../../parts/fields/fields.tsx'
import { MASK } from '../../values/secret-members.ts'
import type { ControlOf } from './control-props.ts'
import type { TextField as Text } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'
import { readTyped, typed } from './written.ts'

/** A secret. A saved one is not shown: it stays until another is typed, or it is removed. */
export function SecretControl(props: ControlOf<Text>) {
  const { field, label, hint, isRequired, value, pointer, onChange } = props
  const form = useContext(Form)
  const isKept = value === MASK
  /** Whether there is a saved one, which returns when what was typed is deleted. */
  const isSaved = useRef(isKept)
  if (isKept) isSaved.current = true
  return (
    <TextField
      stacked
      label={label}
      hint={hintOf(hint, field)}
      problem={problemsAt(form, pointer)}
      mono
      type="password"
      autocomplete="off"
      value={isKept ? '' : typed(value)}
      placeholder={isKept ? 'The saved value stays' : ''}
      onInput={(text) => onChange(text === '' && isSaved.current ? MASK : readTyped(field, text, isRequired))}
      after={
        isKept &&
        !isRequired && (
          <button
            type="button"
            aria-label={`Remove ${label}`}
            onClick={() => {
              isSaved.current = false
              onChange(undefined)
            }}
          >
            Remove
          </button>
        )
      }
    />
  )
}
