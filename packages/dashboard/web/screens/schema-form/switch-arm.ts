import type { Arm } from './field.ts'

/** A value in another form: one text becomes a list of it, and a list its first text; otherwise the form begins empty. */
export function inForm({ field, blank }: Arm, value: unknown): unknown {
  if (field.kind === 'list' && typeof value === 'string') return value === '' ? [] : [value]
  if (field.kind === 'text' && Array.isArray(value) && typeof value[0] === 'string') return value[0]
  return blank
}
