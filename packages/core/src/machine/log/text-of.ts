import type { ChangeEvent } from './event.ts'

const texts = new WeakMap<ChangeEvent, string>()

/**
 * An event as JSON. The text is made once for each object, and kept as long as the object: events are not changed.
 *
 * @example
 * const lines = events.map((event) => `${textOf(event)}\n`)
 */
export function textOf(event: ChangeEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = JSON.stringify(event)
  texts.set(event, text)
  return text
}
