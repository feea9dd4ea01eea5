import { problem } from '../../machine/errors/errors.ts'
import { isObject, type JsonObject } from '../../machine/json/json.ts'
import { formatMinutes, parseMinutes } from '../../machine/time/time.ts'
import type { Spelling } from './spelling.ts'

/** The previous feature service's names for the hours of HOUR_RANGE, with the contract's names. */
export const hourNames = { startAt: 'startDate', endAt: 'endDate' } as const

/** The hours of HOUR_RANGE: under either name, and `9:30` for `09:30`. */
export const hourRange: Spelling = {
  synonyms: hourNames,
  normalize(parameters) {
    if (!isObject(parameters)) return parameters
    const { startAt, endAt, startDate = startAt, endDate = endAt, ...rest } = withPadding(parameters)
    return {
      ...(startDate !== undefined && { startDate }),
      ...(endDate !== undefined && { endDate }),
      ...(startAt !== startDate && startAt !== undefined && { startAt }),
      ...(endAt !== endDate && endAt !== undefined && { endAt }),
      ...rest,
    }
  },
  check: (parameters) =>
    Object.fromEntries(
      Object.entries(hourNames).flatMap(([other, name]) =>
        parameters[other] === undefined ? [] : [[other, [problem('error.synonym', name)]]],
      ),
    ),
}

function withPadding(parameters: JsonObject): JsonObject {
  const padded = { ...parameters }
  for (const name of Object.entries(hourNames).flat()) {
    const minutes = typeof padded[name] === 'string' ? parseMinutes(padded[name]) : undefined
    if (minutes !== undefined) padded[name] = formatMinutes(minutes)
  }
  return padded
}
