import type { ErrorTemplate } from '@signalbox/core/contract'
import { TextField } from '../../parts/fields/fields.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { below } from '../../values/pointer.ts'
import { problemsBelow } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { AddCause } from './AddCause.tsx'
import { keyFor, messagesOf, purposeOf, withMessage } from './messages.ts'

/** The texts that replace messages and causes, in pages and in JSON. */
export function MessagesTab({ draft: { value, problems }, edit, mayEdit }: ShownRecord<ErrorTemplate>) {
  const messages = messagesOf(value)
  return (
    <div class="error-messages">
      <p class="muted">
        The text of a status is shown as the message, and the text of a cause as the cause. They also apply to JSON.
      </p>
      {messages.length === 0 && <p>No texts yet.</p>}
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
        <AddCause
          label="For"
          hint="A status such as 404, or a cause"
          action="Add text"
          problemOf={(text) =>
            messages.some(({ key }) => key === keyFor(text)) ? 'This status or cause has a text already.' : undefined
          }
          onAdd={(text) => edit(withMessage(value, keyFor(text), ''))}
        />
      )}
    </div>
  )
}
