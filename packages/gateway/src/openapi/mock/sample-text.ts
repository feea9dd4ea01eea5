import { type JsonObject, linearSearch, tryPattern } from '@signalbox/core/gateway'
import type { Budget } from '../budget.ts'
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

/** A text for a schema. Texts with different numbers differ, where the schema lets them. Patterns are tried within the budget. */
export function sampleText(
  { format, pattern, minLength, maxLength }: JsonObject,
  number: number,
  budget: Pick<Budget, 'steps'>,
): string {
  const [least, most] = [lengthOf(minLength, 0), lengthOf(maxLength, Number.POSITIVE_INFINITY)]
  if (typeof pattern === 'string') {
    const plain = fit(`string${number || ''}`, least, most)
    const fits = searchOf(pattern, budget)
    if (fits?.(plain) !== false) return plain
    for (let i = 0; i <= MOST_TRIES && budget.steps > 0; i++) {
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

/** What reading a pattern costs, in steps, beside its own. */
const COST_OF_READING = 30_000

function searchOf(pattern: string, budget: Pick<Budget, 'steps'>): ((text: string) => boolean) | undefined {
  if (budget.steps <= 0) return undefined
  const { problem, size } = tryPattern(pattern)
  budget.steps -= COST_OF_READING + 20 * size
  if (problem || budget.steps <= 0) return undefined
  const search = linearSearch(pattern)
  return (text) => {
    budget.steps -= size * text.length
    return budget.steps > 0 && search(text)
  }
}
