import type { Slot } from './slot.ts'

/** The most members that are shown. */
const MOST = 3
/** The most characters of a value. */
const LONGEST = 28

/** What a slot sets, in short: `rate 100, window 60, 2 more`. */
export function inShort({ config = {} }: Slot): string {
  const members = Object.entries(config)
  const shown = members.slice(0, MOST).map(([name, value]) => `${name} ${short(value)}`)
  const more = members.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function short(value: unknown): string {
  const text = flat(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

/** A value without quotes and brackets: `B orders`. */
function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(flat).join(' ')
  return Object.entries(value)
    .map(([name, one]) => `${name} ${flat(one)}`)
    .join(' ')
}
