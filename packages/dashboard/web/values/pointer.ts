import { escapePointer } from '@signalbox/core/wire'
import { memberOf } from './is-same.ts'

/** The JSON Pointer (RFC 6901) of a member below another. */
export const below = (pointer: string, name: string | number): string => `${pointer}/${escapePointer(String(name))}`

/** The unescaped steps of a JSON Pointer; none for the whole value. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value at a JSON Pointer; `undefined` if there is none. Follows own members only. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value
  for (const step of stepsOf(pointer)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = memberOf(found, step)
  }
  return found
}

/** A copy with another value at a JSON Pointer; `undefined` removes the member. Missing parents become objects. */
export const withValueAt = (value: unknown, pointer: string, next: unknown): unknown =>
  withStep(value, stepsOf(pointer), next)

function withStep(value: unknown, [step, ...rest]: readonly string[], next: unknown): unknown {
  if (step === undefined) return next
  if (Array.isArray(value)) {
    const items = [...value]
    items[Number(step)] = withStep(items[Number(step)], rest, next)
    return items
  }
  const parent = typeof value === 'object' && value !== null ? value : {}
  return withMember(parent, step, withStep(memberOf(parent, step), rest, next))
}

/** A copy of an object with another member. Members called `__proto__` are members like all others. */
export function withMember(value: object, name: string, next: unknown): object {
  const entries = Object.entries(value).filter(([other]) => other !== name)
  if (next === undefined) return Object.fromEntries(entries)
  if (!Object.hasOwn(value, name)) return Object.fromEntries([...entries, [name, next]])
  return Object.fromEntries(Object.entries(value).map(([other, member]) => [other, other === name ? next : member]))
}
