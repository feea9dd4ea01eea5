import type { JsonObject } from '@signalbox/core/gateway'
import { linearSearch } from '@signalbox/core/gateway'
import { sampleOfPattern } from './sample-pattern.ts'

/** A text of each format. */
const samples: Readonly<Record<string, string>> = {
  date: '2024-01-01',
  time: '00:00:00Z',
  'date-time': '2024-01-01T00:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/example',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  'json-pointer': '/example',
  byte: 'c3RyaW5n',
}

/** A text for a schema. Texts with different numbers differ, where the schema lets them. */
export function sampleText({ format, pattern, minLength, maxLength }: JsonObject, number: number): string {
  const [least, most] = [lengthOf(minLength, 0), lengthOf(maxLength, Number.POSITIVE_INFINITY)]
  if (typeof pattern === 'string') {
    const plain = fit(`string${number || ''}`, least, most)
    const fits = searchOf(pattern)
    if (fits?.(plain) !== false) return plain
    for (let i = 0; i <= MOST_TRIES; i++) {
      const made = sampleOfPattern(pattern, i + number)
      if (made !== undefined && made.length >= least && made.length <= most && fits(made)) return made
    }
  }
  const known = typeof format === 'string' && Object.hasOwn(samples, format) ? samples[format] : undefined
  return known === undefined ? fit(`string${number || ''}`, least, most) : known
}

const MOST_TRIES = 40
const MOST_LENGTH = 10_000

const lengthOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 ? Math.min(value, MOST_LENGTH) : otherwise

const fit = (text: string, least: number, most: number): string => text.padEnd(least, 'string').slice(0, most)

function searchOf(pattern: string): ((text: string) => boolean) | undefined {
  try {
    return linearSearch(pattern)
  } catch {
    return undefined
  }
}
