import type { JsonObject } from '@signalbox/core/gateway'

/** A number for a schema, plus a number of steps. */
export function sampleNumber(keywords: JsonObject, isInteger: boolean, steps: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1
  const isAbove = exclusiveMinimum === true
  const lowest = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : numberOr(minimum, undefined)
  const highest = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : numberOr(maximum, undefined)
  const isOpen = isAbove || typeof exclusiveMinimum === 'number'
  let value = 0
  if (lowest !== undefined && (lowest > 0 || (isOpen && lowest === 0))) {
    value = Math.ceil(lowest / step) * step
    if (isOpen && value === lowest) value += step
  } else if (highest !== undefined && highest < 0)
    value = Math.floor(highest / step) * step - (isBelow(exclusiveMaximum) ? step : 0)
  else if (highest === 0 && isBelow(exclusiveMaximum)) value = -step
  const isTooHigh = highest !== undefined && (value > highest || (value === highest && isBelow(exclusiveMaximum)))
  if (isTooHigh && !isInteger && lowest !== undefined && multipleOf === undefined) return (lowest + highest) / 2
  return value + steps * step
}

const isBelow = (exclusiveMaximum: unknown): boolean =>
  exclusiveMaximum === true || typeof exclusiveMaximum === 'number'

const numberOr = <T>(value: unknown, otherwise: T): number | T => (typeof value === 'number' ? value : otherwise)
