import { useEffect, useState } from 'preact/hooks'
import type { ControlProps } from './Field.tsx'

interface NumberInputProps extends Partial<ControlProps> {
  readonly value: number
  readonly min?: number
  readonly max?: number
  /** A label, if no `<label>` names the control. */
  readonly label?: string
  readonly disabled?: boolean
  /** Called with every text that is a number. */
  onChange(value: number): void
}

/** A number that can be typed: what is typed stays as it is until the value changes from elsewhere. */
export function NumberInput({ value, min, max, label, onChange, ...control }: NumberInputProps) {
  const [text, setText] = useState(String(value))
  useEffect(() => {
    if (Number(text) !== value || text === '') setText(String(value))
  }, [value])
  return (
    <input
      {...control}
      type="number"
      inputMode="decimal"
      step="any"
      min={min}
      max={max}
      aria-label={label}
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value)
        if (currentTarget.value !== '' && Number.isFinite(currentTarget.valueAsNumber))
          onChange(currentTarget.valueAsNumber)
      }}
      onBlur={() => setText(String(value))}
    />
  )
}
