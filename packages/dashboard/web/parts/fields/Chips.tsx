import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Icon } from '../signs/Icon.tsx'
import { Combobox } from './Combobox.tsx'
import { Field } from './Field.tsx'
import { takeTyped } from './take-typed.ts'
import './chips.css'

interface ChipsProps {
  /** What they are: `Patterns`. */
  readonly label: string
  /** What one is called: `pattern`. */
  readonly noun: string
  readonly values: readonly string[]
  readonly hint: string
  readonly placeholder: string
  readonly problem?: readonly string[]
  /** The values to choose from. Absent: any text. */
  readonly offers?: readonly string[]
  onChange(next: string[]): void
}

/** The most offers that are shown at once. */
const MOST_OFFERED = 12

/** Texts that are added and removed one by one. */
export function Chips({ label, noun, values, hint, placeholder, problem, offers, onChange }: ChipsProps) {
  const text = useSignal('')
  const form = useRef<HTMLFormElement>(null)
  const add = (typed: string) => {
    const value = typed.trim()
    if (value === '' || (offers && !offers.includes(value))) return
    if (!values.includes(value)) onChange([...values, value])
    text.value = ''
  }
  const found = (words: string) =>
    (offers ?? [])
      .filter((one) => !values.includes(one) && one.toLowerCase().includes(words.trim().toLowerCase()))
      .slice(0, MOST_OFFERED)
      .map((value) => ({ value }))
  return (
    <form
      ref={form}
      class="chips-field"
      {...takeTyped(() => add(text.value))}
      onSubmit={(event) => {
        event.preventDefault()
        add(text.value)
      }}
    >
      <Field
        label={label}
        hint={hint}
        problem={problem}
        after={
          <button type="submit" disabled={text.value.trim() === ''}>
            Add {noun}
          </button>
        }
      >
        {(control) =>
          offers ? (
            <Combobox
              {...control}
              value={text.value}
              placeholder={placeholder}
              options={found}
              source={values.join()}
              onInput={(next) => {
                text.value = next
              }}
              onPick={add}
            />
          ) : (
            <input
              {...control}
              type="text"
              class="key"
              dir="ltr"
              spellcheck={false}
              autocapitalize="off"
              placeholder={placeholder}
              value={text.value}
              onInput={(event) => {
                text.value = event.currentTarget.value
              }}
            />
          )
        }
      </Field>
      {values.length > 0 && (
        <ul class="chips" aria-label={label}>
          {values.map((value) => (
            <li key={value} class="chip">
              <bdi class="key">{value}</bdi>
              <button
                type="button"
                class="quiet icon-only"
                aria-label={`Remove the ${noun} ${value}`}
                onClick={() => {
                  onChange(values.filter((other) => other !== value))
                  keepFocus(() => form.current?.querySelector('input'))
                }}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
