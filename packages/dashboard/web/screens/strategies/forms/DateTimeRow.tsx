import { DateTimeField } from '../../../parts/fields/fields.tsx'
import { fromInput, toInput } from './local-dates.ts'

interface DateTimeRowProps {
  readonly label: string
  /** A local time in milliseconds; `undefined` if there is none. */
  readonly value: number | undefined
  readonly problems: readonly string[]
  /** `undefined` while the date is incomplete. */
  onChange(local: number | undefined): void
}

/** A line with a local date and time. */
export const DateTimeRow = ({ label, value, problems, onChange }: DateTimeRowProps) => (
  <DateTimeField
    label={label}
    problem={problems}
    value={value === undefined ? '' : toInput(value)}
    onInput={(text) => onChange(fromInput(text))}
  />
)
