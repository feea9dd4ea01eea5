import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Field, type FieldProps } from './Field.tsx'

interface TextProps extends FieldProps {
  readonly value: string
  onInput(value: string): void
  /** Whether it holds an id, a key or code. */
  readonly mono?: boolean
  readonly type?: 'text' | 'password' | 'search' | 'url'
  readonly name?: string
  readonly autocomplete?: string
  readonly required?: boolean
  readonly readonly?: boolean
  readonly disabled?: boolean | undefined
  readonly autofocus?: boolean
  readonly placeholder?: string
  readonly after?: ComponentChildren | undefined
}

/** A field for one line of text. */
export const TextField = ({ label, hint, problem, stacked, after, ...text }: TextProps) => {
  const { value, onInput, mono = false, type = 'text', ...rest } = text
  const input = useRef<HTMLInputElement>(null)
  // Browsers respect `autofocus` in dialogs, and else once for each page.
  useEffect(() => {
    if (rest.autofocus) input.current?.focus()
  }, [])
  return (
    <Field {...{ label, hint, problem, stacked, after }}>
      {(control) => (
        <input
          {...control}
          {...rest}
          ref={input}
          type={type as 'text'}
          class={mono ? 'key' : undefined}
          dir={mono || type === 'password' ? 'ltr' : 'auto'}
          spellcheck={!mono && type === 'text'}
          autocapitalize={mono ? 'off' : undefined}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface AreaProps extends FieldProps {
  readonly value: string
  onInput(value: string): void
  readonly mono?: boolean
  readonly rows?: number
  readonly disabled?: boolean | undefined
}

/** A field for several lines of text. */
export const TextArea = ({ label, hint, problem, stacked, value, onInput, mono = false, ...rest }: AreaProps) => (
  <Field {...{ label, hint, problem, stacked }}>
    {(control) => (
      <textarea
        {...control}
        {...rest}
        class={mono ? 'key' : undefined}
        dir={mono ? 'ltr' : 'auto'}
        spellcheck={!mono}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    )}
  </Field>
)

interface SelectProps<T extends string> extends FieldProps {
  readonly value: T
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  onChange(value: T): void
  readonly disabled?: boolean | undefined
  readonly after?: ComponentChildren | undefined
}

/** A field with a list of choices. */
export const SelectField = <T extends string>(props: SelectProps<T>) => {
  const { label, hint, problem, stacked, after, value, choices, onChange, disabled } = props
  return (
    <Field {...{ label, hint, problem, stacked, after }}>
      {(control) => (
        <select
          {...control}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as T)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface DateTimeProps extends FieldProps {
  /** A local date and time without a zone, such as `2027-02-01T08:00`; empty while it is not complete. */
  readonly value: string
  onInput(value: string): void
  readonly disabled?: boolean | undefined
  /** The zone, for example. */
  readonly after?: ComponentChildren | undefined
}

/** A field for a date and time without a zone. */
export const DateTimeField = ({ label, hint, problem, stacked, after, value, onInput, disabled }: DateTimeProps) => (
  <Field {...{ label, hint, problem, stacked, after }}>
    {(control) => (
      <input
        {...control}
        disabled={disabled}
        type="datetime-local"
        step={/T\d\d:\d\d:/.test(value) ? 1 : 60}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    )}
  </Field>
)
