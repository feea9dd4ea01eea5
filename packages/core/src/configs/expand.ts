import { copyJson } from '../json.ts'

/** The object or array that a text contains, unless it nests deeper than any value may; any other value as it is. */
export function expand(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return copyJson(JSON.parse(value))
  } catch {
    return value
  }
}
