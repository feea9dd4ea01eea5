import { createInterface } from 'node:readline'
import { checkIntegers } from '@signalbox/core/wire'
import type { Context } from '@signalbox/migrate/scripts'
import { openToRead } from '../files/files.ts'

/** Reads contexts from a file of nd-json. Throws for a line that is not an object, or has integers that lose digits, with its number. */
export async function readContexts(path: string): Promise<readonly Context[]> {
  const { stream } = await openToRead(path, 'pass a file with a context, a JSON object, on each line')
  const contexts: Context[] = []
  let number = 0
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (text.trim() === '') continue
    const context = parsed(text, `Line ${number} of ${path}`)
    if (typeof context !== 'object' || context === null || Array.isArray(context))
      throw new Error(`Line ${number} of ${path} is invalid: expected a context, a JSON object such as {"user":"ann"}`)
    contexts.push(context as Context)
  }
  return contexts
}

function parsed(text: string, place: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  try {
    checkIntegers(text)
  } catch (cause) {
    throw new Error(`${place} is invalid: ${(cause as Error).message}`, { cause })
  }
  return value
}
