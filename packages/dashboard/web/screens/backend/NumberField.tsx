import { useEffect, useState } from 'preact/hooks'
import { Field, type FieldProps } from '../../parts/fields/Field.tsx'

interface NumberFieldProps extends FieldProps {
  readonly value: number | undefined
  /** The value if there is none. */
  readonly absent?: number | string
  /** What the number counts. Milliseconds are also shown as seconds. */
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
  onChange(next: number | undefined): void
}

/** A field for a number that may be absent: then the default stands in it. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, problem, stacked, value, absent, unit, min = 0, max, step = 1, onChange } = props
  const [text, setText] = useState(textOf(value))
  useEffect(() => {
    if (numberOf(text) !== value) setText(textOf(value))
  }, [value])
  const effective = value ?? absent
  const seconds = unit === 'ms' && typeof effective === 'number' && effective >= 1000 ? effective / 1000 : undefined
  return (
    <Field
      {...{ label, hint, problem, stacked }}
      after={
        unit && (
          <span class="muted">
            {unit}
            {seconds !== undefined && `, ${Number(seconds.toFixed(1))} s`}
          </span>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          step={step}
          placeholder={absent === undefined ? undefined : String(absent)}
          value={text}
          onInput={({ currentTarget: { value: typed, validity } }) => {
            setText(typed)
            if (!validity.badInput) onChange(numberOf(typed))
          }}
        />
      )}
    </Field>
  )
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))
const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text))
