import { useId } from 'preact/hooks'
import './segmented.css'

interface SegmentedProps<T extends string> {
  /** The question that the choices answer. */
  readonly label: string
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly disabled?: boolean
  onChange(value: T): void
}

/** A few choices side by side, of which one is taken: radio buttons that look like buttons. */
export function Segmented<T extends string>({ label, choices, value, disabled = false, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset class="segmented" disabled={disabled}>
      <legend class="hidden-text">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
