import type { ComponentChildren } from 'preact'
import { DateTimeField, TextField } from '../../parts/fields/fields.tsx'
import { contextAtHand, contextText, contextTime } from '../../preferences/context-at-hand.ts'
import type { ReadContext } from '../../preferences/read-context.ts'
import { isContextShown, otherContext, otherText } from './other-context.ts'
import './context-bar.css'

/** The context and the time for which the list shows what features are; a second context stands beside it. */
export function ContextBar() {
  return (
    <section class="context-bar" aria-label="Context">
      <ContextField
        label={otherText.value === undefined ? 'Context' : 'First context'}
        text={contextText.value}
        read={contextAtHand.value}
        onInput={(text) => {
          contextText.value = text
        }}
      />
      {otherText.value !== undefined && (
        <ContextField
          label="Second context"
          text={otherText.value}
          read={otherContext.value!}
          onInput={(text) => {
            otherText.value = text
          }}
          after={
            <button
              type="button"
              onClick={() => {
                otherText.value = undefined
              }}
            >
              Remove
            </button>
          }
        />
      )}
      <DateTimeField
        label="At"
        value={contextTime.value}
        onInput={(text) => {
          contextTime.value = text
        }}
        hint={
          contextTime.value === ''
            ? 'Now. Choose a time to see the results then.'
            : 'In your time zone. Scripts run now only.'
        }
        after={
          contextTime.value !== '' && (
            <button
              type="button"
              onClick={() => {
                contextTime.value = ''
              }}
            >
              Now
            </button>
          )
        }
      />
      <div class="bar">
        {otherText.value === undefined && (
          <button
            type="button"
            onClick={() => {
              otherText.value = '{"id": "client-2"}'
            }}
          >
            Compare with another
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            isContextShown.value = false
          }}
        >
          Without context
        </button>
      </div>
    </section>
  )
}

interface ContextFieldProps {
  readonly label: string
  readonly text: string
  readonly read: ReadContext
  readonly after?: ComponentChildren
  onInput(text: string): void
}

const ContextField = ({ label, text, read, after, onInput }: ContextFieldProps) => (
  <TextField
    label={label}
    mono
    value={text}
    onInput={onInput}
    problem={'problem' in read ? read.problem : undefined}
    after={after}
  />
)
