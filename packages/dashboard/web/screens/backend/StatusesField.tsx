import { TextField } from '../../parts/fields/fields.tsx'
import { readStatuses, statusText } from './statuses.ts'
import { useReadText } from './use-read-text.ts'

interface StatusesFieldProps {
  readonly label: string
  readonly hint?: string
  readonly placeholder: string
  /** The JSON Pointer of the member, from the record. */
  readonly pointer: string
  readonly value: readonly number[] | undefined
  readonly problem: readonly string[]
  onChange(next: readonly number[] | undefined): void
}

/** Statuses of responses, as `200-399, 404`. */
export function StatusesField({ label, hint, placeholder, pointer, value, problem, onChange }: StatusesFieldProps) {
  const typed = useReadText<readonly number[]>({
    pointer,
    value: value ?? [],
    textOf: statusText,
    read: readStatuses,
    onChange: (next) => onChange(next.length === 0 ? undefined : next),
  })
  return (
    <TextField
      {...{ label, hint, placeholder }}
      mono
      value={typed.text}
      problem={typed.problem ?? problem}
      onInput={typed.onInput}
    />
  )
}
