/** A version: major, minor and patch number, and the identifiers of the pre-release. */
export interface Version {
  readonly numbers: readonly string[]
  readonly preRelease: readonly string[]
}

const VERSION =
  /^[vV]?((?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){0,2})(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/

/**
 * Parses a version of Semantic Versioning 2.0. Accepts a leading `v`, and versions without minor or patch number.
 * `undefined` for other values.
 */
export function readVersion(value: unknown): Version | undefined {
  const [, core, preRelease] = VERSION.exec(typeof value === 'number' ? String(value) : textOf(value)) ?? []
  if (core === undefined) return undefined
  return { numbers: [...core.split('.'), '0', '0'].slice(0, 3), preRelease: preRelease?.split('.') ?? [] }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The order of two versions by precedence (section 11 of the specification): negative if `a` is lower. */
export function compareVersions(a: Version, b: Version): number {
  for (let i = 0; i < 3; i++) {
    const order = compareNumbers(a.numbers[i] as string, b.numbers[i] as string)
    if (order !== 0) return order
  }
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length
  const shared = Math.min(a.preRelease.length, b.preRelease.length)
  for (let i = 0; i < shared; i++) {
    const order = compareIdentifiers(a.preRelease[i] as string, b.preRelease[i] as string)
    if (order !== 0) return order
  }
  return a.preRelease.length - b.preRelease.length
}

/** Versions of equal precedence have the same text: without build metadata. */
export const precedenceOf = ({ numbers, preRelease }: Version): string => `${numbers.join('.')}-${preRelease.join('.')}`

function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [DIGITS.test(a), DIGITS.test(b)]
  if (isNumber && isOtherNumber) return compareNumbers(a, b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return compareTexts(a, b)
}
const DIGITS = /^\d+$/

/** Numbers have no leading zeros, so the longer one is greater. They may be greater than any JavaScript number. */
const compareNumbers = (a: string, b: string): number => a.length - b.length || compareTexts(a, b)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
