import { useState } from 'preact/hooks'
import { Combobox } from '../../parts/Combobox.tsx'
import { Field } from '../../parts/Field.tsx'
import { pointerFor } from './pages.ts'
import { shownCauses } from './preview.ts'

interface NewPageProps {
  isTaken(cause: string): boolean
  onAdd(pointer: string): void
}

/** Adds a page for a cause, or for all causes that match a regular expression. */
export function NewPage({ isTaken, onAdd }: NewPageProps) {
  const [text, setText] = useState('')
  const problem = isTaken(text) ? 'It has a page already.' : undefined
  const add = (event: Event) => {
    event.preventDefault()
    if (text === '' || problem) return
    onAdd(pointerFor(text))
    setText('')
  }
  return (
    <form onSubmit={add}>
      <Field
        label="For a cause"
        problem={problem}
        hint="A cause, or a regular expression: errors\.backend\..*"
        after={
          <button type="submit" disabled={text === '' || problem !== undefined}>
            Add page
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
                .filter(({ id }) => id.includes(typed.toLowerCase()) && !isTaken(id))
                .map(({ id, message }) => ({ value: id, hint: message }))
            }
          />
        )}
      </Field>
    </form>
  )
}
