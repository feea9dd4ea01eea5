import type { SchemaField } from './field.ts'

/** Whether the control of a field shows a value as it is. Other values are edited as JSON, so that nothing is lost. */
export function canShow(field: SchemaField, value: unknown): boolean {
  if (value === undefined) return true
  switch (field.kind) {
    case 'text':
      return typeof value === 'string'
    case 'choice':
      return (field.values as readonly unknown[]).includes(value)
    case 'number':
    case 'instant':
      return typeof value === 'number'
    case 'flag':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value) && value.every((item) => item !== undefined && canShow(field.item, item))
    case 'items':
      return Array.isArray(value) && value.every(isObject)
    case 'map':
      return isObject(value) && Object.values(value).every((one) => typeof one === 'string')
    case 'group':
      return isObject(value)
    case 'union':
      return armOf(field.arms, value) !== undefined
    case 'json':
      return false
  }
}

/** The place of the form that a value has; `undefined` if it has none of them. */
export function armOf(arms: readonly { readonly field: SchemaField }[], value: unknown): number | undefined {
  const at = arms.findIndex(({ field }) => value !== undefined && canShow(field, value) && hasConstants(field, value))
  return at < 0 ? undefined : at
}

/** Whether a value has the constants by which its form is told from others. */
function hasConstants(field: SchemaField, value: unknown): boolean {
  if (field.kind !== 'group') return true
  return field.members.every(({ name, field: member }) => {
    if (member.kind !== 'choice' || member.values.length !== 1) return true
    const found = (value as Readonly<Record<string, unknown>>)[name]
    return found === undefined || found === member.values[0]
  })
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
