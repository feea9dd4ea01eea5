/** The pattern of texts that stand for numbers. */
export const numericPattern = '^-?\\d+(\\.\\d+)?$'

const NUMERIC = /* @__PURE__ */ new RegExp(numericPattern)

/** Whether a text such as `-12.5` stands for a number. `Number` reads it. */
export const isNumeric = (text: string): boolean => NUMERIC.test(text)

/** No number loses one of so many digits. */
const EXACT_DIGITS = 15

/** Whether a text stands for a number that has all of its digits: `1.50` does, `9007199254740993` does not. */
export const isExact = (text: string): boolean => isNumeric(text) && (text.length <= EXACT_DIGITS || keepsDigits(text))

const keepsDigits = (text: string): boolean => significant(text) === significant(String(Number(text)))

/** The digits of a number without sign, point, exponent, and zeros at either end of its value. */
const significant = (text: string): string =>
  text
    .replace(/e.*$/, '')
    .replace(/^-?0*/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '')

/**
 * Compares two numbers, or texts that stand for numbers: below 0 if the first is less, 0 if they are equal, and `NaN` if
 * one is not a number. Exact, also for texts with more digits than numbers keep.
 */
export function compareNumeric(one: number | string, other: number | string): number {
  const a = Number(one)
  const b = Number(other)
  if (a < b) return -1
  if (a > b) return 1
  if (a !== b) return Number.NaN
  return hasAllDigits(one) && hasAllDigits(other) ? 0 : compareDigits(String(one), String(other))
}

const hasAllDigits = (value: number | string): boolean => typeof value === 'number' || isExact(value)

/** Compares decimals that are the same number once they were read, digit by digit. Numbers with exponents are as read. */
function compareDigits(one: string, other: string): number {
  if (!isNumeric(one) || !isNumeric(other)) return 0
  const [sign, otherSign] = [signOf(one), signOf(other)]
  if (sign !== otherSign) return sign - otherSign
  const [[whole, part], [otherWhole, otherPart]] = [partsOf(one), partsOf(other)]
  return sign * (whole.length - otherWhole.length || inOrder(whole, otherWhole) || inOrder(part, otherPart))
}

/** 0 for zero, too, which is neither. */
const signOf = (text: string): number => (significant(text) === '' ? 0 : text.startsWith('-') ? -1 : 1)

/** The digits before and after the point, without zeros at the ends. */
function partsOf(text: string): [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = text.replace(/^-?0*/, '').split('.')
  return [whole, fraction.replace(/0+$/, '')]
}

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
