/** The tokens of JSON text: texts, marks, and what stands between them. */
const tokens = (text: string): readonly string[] => text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? []

/** JSON text in one line. Numbers and texts stay as they are written, so no digit is lost. */
export const inOneLine = (text: string): string => tokens(text).join('')

/** The most names of numbers in a warning. */
const MOST = 3

/**
 * The sentence about numbers that JavaScript cannot keep, as this service and most programs read them: integers beyond
 * 2^53, and more digits than a double has. `undefined` if there are none.
 */
export function lossyNumbers(text: string): string | undefined {
  const lossy = [...new Set(tokens(text).filter(isLossy))]
  const [first] = lossy
  if (first === undefined) return undefined
  const read = String(Number(first))
  const means =
    read === first
      ? `${first} is beyond 2^53, where numbers lie so far apart that its neighbors are read as the same number`
      : `${first} is read as ${read}`
  const others = lossy.length > 1 ? ` (and ${lossy.slice(1, MOST).join(', ')}${lossy.length > MOST ? ' …' : ''})` : ''
  return `${means}${others}. Write it in quotes to keep its digits.`
}

/** The most digits that every double keeps. */
const SAFE_DIGITS = 15

function isLossy(token: string): boolean {
  if (!/^-?\d/.test(token)) return false
  const value = Number(token)
  if (!Number.isFinite(value)) return true
  if (/^-?\d+$/.test(token)) return !Number.isSafeInteger(value)
  const digits = token.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  return (
    digits.length > SAFE_DIGITS && digits !== String(value).replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '')
  )
}
