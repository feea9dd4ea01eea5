import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { given, MOST_CHARACTERS } from '../../confirm/because.ts'
import { Field } from './Field.tsx'
import './reason-field.css'

interface ReasonFieldProps {
  /** What is typed. */
  readonly reason: Signal<string>
  /** Whether its label is only read out. */
  readonly bare?: boolean
  /** Called for Enter, where the field is in no form. */
  onEnter?(): void
}

/** A field for why something is changed, which the history shows. It may be left empty; the last reasons are offered. */
export function ReasonField({ reason, bare = false, onEnter }: ReasonFieldProps) {
  const offered = useId()
  const input = (control: object) => (
    <input
      {...control}
      type="text"
      dir="auto"
      autocomplete="off"
      maxLength={MOST_CHARACTERS}
      placeholder="Why? Shown in the history"
      list={offered}
      value={reason.value}
      onInput={({ currentTarget: { value } }) => {
        reason.value = value
      }}
      onKeyDown={(event) => event.key === 'Enter' && !event.isComposing && onEnter?.()}
    />
  )
  return (
    <div class="reason-field" data-own-undo>
      {bare ? (
        input({ 'aria-label': 'Reason' })
      ) : (
        <Field label="Reason" stacked>
          {input}
        </Field>
      )}
      <datalist id={offered}>
        {given.value.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  )
}
