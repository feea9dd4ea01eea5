import type { ErrorTemplate } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import { Combobox } from '../../parts/Combobox.tsx'
import { Field } from '../../parts/Field.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { below } from '../../saving/pointer.ts'
import { problemsBelow } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { keyFor, messagesOf, purposeOf, withMessage } from './messages.ts'
import { shownCauses } from './preview.ts'

/** The texts that replace messages and causes, in pages and in JSON. */
export function MessagesTab({ draft: { value, problems }, edit, mayEdit }: ShownRecord<ErrorTemplate>) {
  const messages = messagesOf(value)
  return (
    <div class="error-messages">
      <p class="muted">
        The text of a status is shown as the message, and the text of a cause as the cause. They also apply to JSON.
      </p>
      {messages.length === 0 && <p>No text is replaced.</p>}
      {messages.map(({ key, text }) =>
        mayEdit ? (
          <TextField
            key={key}
            label={purposeOf(key)}
            stacked
            value={text}
            problem={problemsBelow(problems, below('/messages', key))}
            onInput={(next) => edit(withMessage(value, key, next), `message ${key}`)}
            after={
              <button
                type="button"
                class="icon-only"
                aria-label={`Remove: ${purposeOf(key)}`}
                onClick={() => edit(withMessage(value, key, undefined))}
              >
                <Icon name="x" />
              </button>
            }
          />
        ) : (
          <p key={key}>
            {purposeOf(key)}: <bdi>{text}</bdi>
          </p>
        ),
      )}
      {mayEdit && (
        <NewMessage
          has={(key) => messages.some((one) => one.key === key)}
          onAdd={(key) => edit(withMessage(value, key, ''))}
        />
      )}
    </div>
  )
}

function NewMessage({ has, onAdd }: { has(key: string): boolean; onAdd(key: string): void }) {
  const [text, setText] = useState('')
  const key = keyFor(text)
  const problem = has(key) ? 'It has a text already.' : undefined
  const add = (event: Event) => {
    event.preventDefault()
    if (key === '' || problem) return
    onAdd(key)
    setText('')
  }
  return (
    <form onSubmit={add}>
      <Field
        label="For"
        problem={problem}
        hint="A status such as 404, or a cause"
        after={
          <button type="submit" disabled={key === '' || problem !== undefined}>
            Add text
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
                .filter(({ id }) => id.includes(typed.toLowerCase()))
                .map(({ id, message }) => ({ value: id, hint: message }))
            }
          />
        )}
      </Field>
    </form>
  )
}
