import { isObject } from '@signalbox/core/gateway'

/** Whether no two items of a list are equal as JSON values, in linear time. */
export function isUnique(list: readonly unknown[]): boolean {
  const seen = new Set<unknown>()
  for (const item of list) {
    const key =
      typeof item === 'object' && item !== null ? `{${canonical(item)}` : typeof item === 'string' ? `"${item}` : item
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/** A value as JSON, with members in the order of their names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}
