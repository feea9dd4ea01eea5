/** The sentences of the dashboard that depend on values. English is the only language; numbers and dates follow the reader. */

const numbers = new Intl.NumberFormat('en')

/** A number with separators: `100,000`. */
export const count = (value: number): string => numbers.format(value)

/** A number with its noun: `1 feature`, `2 features`. */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`
