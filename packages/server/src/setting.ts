/** One thing that can be set: by an environment variable, in the config file, or as an option of `createServer`. */
export interface Setting<T> {
  /** The environment variable, where it is not `SIGNALBOX_` and the name in capitals. */
  readonly variable?: string
  /** Where else the config file may have it: member by member. */
  readonly place?: readonly string[]
  /** What holds when nothing is set. */
  readonly initial: T
  /** One line for `--help`. */
  readonly about: string
  /** What a value must be, to go on from "must be". */
  readonly allowed: string
  /** The value may hold a password: it is never shown. */
  readonly secret?: true
  /** The value from a text or from JSON; `undefined` when it is not allowed. */
  readonly read: (value: unknown) => T | undefined
}

/** Declares a setting, keeping the type of its value. */
export const setting = <T>(definition: Setting<T>): Setting<T> => definition

/** Reads whole numbers within bounds. */
export const wholeNumber = (minimum: number, maximum: number) => (value: unknown) => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= minimum && (number as number) <= maximum
    ? (number as number)
    : undefined
}

/** Reads one of these texts. */
export const oneOf =
  <const T extends string>(...texts: readonly T[]) =>
  (value: unknown) =>
    texts.find((text) => text === value)

/** Reads an array of texts, or one text with commas between them, each of which must fit. */
export const listOf = (fits: (text: string) => boolean) => (value: unknown) => {
  const items: unknown = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value
  return Array.isArray(items) && items.every((item) => typeof item === 'string' && fits(item))
    ? (items as readonly string[])
    : undefined
}

/** Reads texts that fit. */
export const textThat = (fits: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && fits(value) ? value : undefined

/** Reads true and false, in JSON or as text. */
export const trueOrFalse = (value: unknown) => [true, false].find((one) => value === one || value === String(one))
