/** Figures of experiments as text. Shares and bounds are fractions of 1. */

/** Lower and upper bound. */
export type Interval = readonly [low: number, high: number]

const MOST_DECIMALS = 4

/** How many decimals show two significant digits of the width of an interval, in percent: 0 for 19 points, 1 for 3. */
export function decimalsOf([low, high]: Interval): number {
  const width = (high - low) * 100
  return width > 0 ? Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(1 - Math.log10(width)))) : 1
}

/** A share in percent: `18.2%`. One that is not 0 does not become 0. */
export function percent(share: number, decimals = 1): string {
  const value = share * 100
  const size = Math.abs(value)
  const needed = size >= 1e-6 && size < 0.5 * 10 ** -decimals ? Math.ceil(-Math.log10(size)) : decimals
  const text = formatOf(needed).format(size)
  return `${value < 0 && /[1-9]/.test(text) ? '−' : ''}${text}%`
}

/** A share as people write it, without zeros at the end: `50%`, `33.3%`. */
export const share = (value: number): string => `${shares.format(value * 100)}%`

const shares = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** A small share, such as a loss: `0.3%`, `under 0.01%`. */
export const smallShare = (value: number): string =>
  value < 0.0001 ? `under ${percent(0.0001, 2)}` : percent(value, value < 0.001 ? 2 : 1)

/** A relative difference with its sign: `+12%`, `−3%`. */
export function change(difference: number, decimals = 0): string {
  const text = percent(difference, decimals)
  return difference > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** A rate with its interval: `18.2% (16.9% to 19.6%)`. */
export const rateWithInterval = (rate: number, interval: Interval, more = 0): string => {
  const decimals = decimalsOf(interval) + more
  return `${percent(rate, decimals)} (${rangeOf(interval, (bound) => percent(bound, decimals))})`
}

/** An uplift with its interval: `+12% (+3% to +22%)`. */
export const upliftWithInterval = (uplift: number, interval: Interval, more = 0): string => {
  const decimals = decimalsOf(interval) + more
  return `${change(uplift, decimals)} (${rangeOf(interval, (bound) => change(bound, decimals))})`
}

const rangeOf = ([low, high]: Interval, inWords: (bound: number) => string) => `${inWords(low)} to ${inWords(high)}`

/** A probability. It never reads as certain: `99.6%`, `over 99.99%`. */
export function probability(share: number): string {
  if (share > 0.9999) return `over ${percent(0.9999, 2)}`
  if (share < 0.0001) return `under ${percent(0.0001, 2)}`
  const isExtreme = share > 0.999 || share < 0.001
  return percent(share, isExtreme ? 2 : 1)
}

/** A p-value: `0.0074`, `under 0.0001`. */
export const pValue = (p: number): string => (p < 0.0001 ? 'under 0.0001' : String(Number(p.toPrecision(2))))

/** How rare something is, from its probability: `1 of 5,000`, at most `1 of 1,000,000`. */
export function rarity(p: number): string {
  if (p < 1e-6) return `fewer than 1 of ${formatOf(0).format(1_000_000)}`
  const times = Number((1 / p).toPrecision(2))
  return `1 of ${formatOf(0).format(times)}`
}

/** A difference of rates in percentage points: `0.05`. */
export const points = (difference: number): string => {
  const value = difference * 100
  return value < 1e-4 ? 'under 0.0001' : String(Number(value.toPrecision(2)))
}

const formats = new Map<number, Intl.NumberFormat>()

function formatOf(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known) return known
  const created = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, created)
  return created
}
