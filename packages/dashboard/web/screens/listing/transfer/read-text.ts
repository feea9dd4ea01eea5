import { lostDigits } from '../../../values/json-text.ts'

/** Records that were read from text, or the sentence that says what is wrong with it. */
export type ReadText = { readonly records: readonly object[] } | { readonly problem: string }

/** Reads records from nd-json, from a JSON array, or from one JSON object. */
export function readText(text: string): ReadText {
  const trimmed = text.trim().replace(/^\uFEFF/, '')
  if (trimmed === '') return { records: [] }
  const whole = parsed(trimmed)
  const lost = whole && lostDigits(trimmed)
  if (lost !== undefined) return { problem: lost }
  if (Array.isArray(whole?.value)) return checked(whole.value, 'Item')
  if (whole) return checked([whole.value], 'Item')
  if (trimmed.startsWith('[')) return { problem: 'This is neither a JSON array nor nd-json.' }
  const lines = trimmed.split(/\r\n|\n|\r/)
  const records: unknown[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const one = parsed(line)
    if (!one) return { problem: `Line ${at + 1} is not JSON.` }
    const lost = lostDigits(line)
    if (lost !== undefined) return { problem: `Line ${at + 1}: ${lost}` }
    records.push(one.value)
  }
  return checked(records, 'Line')
}

function checked(records: readonly unknown[], what: string): ReadText {
  const at = records.findIndex((one) => typeof one !== 'object' || one === null || Array.isArray(one))
  return at < 0 ? { records: records as object[] } : { problem: `${what} ${at + 1} is not a JSON object.` }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
