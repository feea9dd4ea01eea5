import { frozenCopy } from '../machine/json/frozen-copy.ts'
import { copyJson } from '../machine/json/json.ts'

/**
 * Parses a string that contains a JSON object or array, unless it is nested too deeply. Other values are returned as
 * they are.
 */
export function expand(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return copyJson(JSON.parse(value))
  } catch {
    return value
  }
}

/** Expands a value as `expand` does. What was parsed is frozen: all callers share it. */
export function expandFrozen(value: unknown): unknown {
  const expanded = expand(value)
  return expanded === value ? value : frozenCopy(expanded)
}
