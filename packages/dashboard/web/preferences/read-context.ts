import type { Context } from '@signalbox/core/evaluate'
import { lostDigits } from '../values/json-text.ts'

/** A context that was read from text, or the sentence that says why it could not be read. */
export type ReadContext = { readonly context: Context } | { readonly problem: string }

/** Reads a context from JSON. An empty text is `{}`; any text that is not JSON but looks like an id is `{"id": …}`. */
export function readContext(text: string): ReadContext {
  const trimmed = text.trim()
  if (trimmed === '') return { context: {} }
  if (!/^[[{"]/.test(trimmed)) return { context: { id: trimmed } }
  try {
    const value: unknown = JSON.parse(trimmed)
    const lost = lostDigits(trimmed)
    if (lost !== undefined) return { problem: lost }
    if (typeof value === 'string') return { context: { id: value } }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { context: value as Context }
    return { problem: 'A context is a JSON object, such as {"id": "client-1041"}.' }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}.` }
  }
}
