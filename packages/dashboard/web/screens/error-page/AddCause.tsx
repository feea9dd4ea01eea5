import { useState } from 'preact/hooks'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { shownCauses } from './preview.ts'

interface AddCauseProps {
  readonly label: string
  readonly hint: string
  /** What the button does: `Add page`. */
  readonly action: string
  /** Why a text cannot be added; `undefined` if it can. */
  problemOf(text: string): string | undefined
  onAdd(text: string): void
}

/** A field for a cause of the gateway, or another text, and a button that adds it. */
export function AddCause({ label, hint, action, problemOf, onAdd }: AddCauseProps) {
  const [text, setText] = useState('')
  const trimmed = text.trim()
  const problem = problemOf(trimmed)
  const add = (event: Event) => {
    event.preventDefault()
    if (trimmed === '' || problem) return
    onAdd(trimmed)
    setText('')
  }
  return (
    <form onSubmit={add}>
      <Field
        {...{ label, hint, problem }}
        after={
          <button type="submit" disabled={trimmed === '' || problem !== undefined}>
            {action}
          </button>
        }
      >
        {(control) => (
          <Combobox
            {...control}
            value={text}
            onInput={setText}
            options={(typed) =>
              shownCauses
                .filter(({ id }) => id.includes(typed.toLowerCase()) && problemOf(id) === undefined)
                .map(({ id, message }) => ({ value: id, hint: message }))
            }
          />
        )}
      </Field>
    </form>
  )
}
