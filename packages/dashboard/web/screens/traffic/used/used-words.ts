import { count } from '../../../words/words.ts'
import type { Used } from './periods.ts'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** A number of bytes: `512 bytes`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  const size = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** size
  return `${size === 0 ? count(bytes) : value.toFixed(value < 10 ? 1 : 0)} ${units[size]}`
}

/** The mean time until backends responded: `12 ms`. `–` without requests. */
export const meanText = ({ requests, backendMs }: Used): string =>
  requests === 0 ? '–' : `${count(Math.round(backendMs / requests))} ms`

/** The classes of status in the order in which they are drawn and listed. */
export const classes = [
  { digit: 2, name: '2xx' },
  { digit: 3, name: '3xx' },
  { digit: 4, name: '4xx' },
  { digit: 5, name: '5xx' },
] as const
