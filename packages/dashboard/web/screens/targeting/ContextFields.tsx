import { DateTimeField, TextField } from '../../parts/fields/fields.tsx'
import { contextAtHand, contextText, contextTime } from '../../preferences/context-at-hand.ts'
import './who.css'

/** The context at hand and its time, to edit. */
export function ContextFields() {
  const read = contextAtHand.value
  return (
    <>
      <TextField
        label="Context"
        mono
        value={contextText.value}
        problem={'problem' in read ? read.problem : undefined}
        onInput={(text) => {
          contextText.value = text
        }}
      />
      <DateTimeField
        label="Time"
        value={contextTime.value}
        onInput={(text) => {
          contextTime.value = text
        }}
        after={
          contextTime.value === '' ? (
            <span class="muted">now</span>
          ) : (
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
    </>
  )
}
