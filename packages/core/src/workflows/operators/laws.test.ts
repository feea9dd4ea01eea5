import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { EARLIEST, LATEST } from './calendar.ts'
import type { Operator } from './operator.ts'
import { apply } from './operators.fixture.ts'

type Name = Operator['name']
const DAY = 24 * 3_600_000

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
const list = fc.array(json, { maxLength: 8 })
const map = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')), json)
const numbers = fc.array(fc.integer(), { minLength: 1 })
const text = fc.string({ unit: 'binary' })
/** Words of few letters, so that one often occurs in another. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', '☕', '🚂'), maxLength: 12 })
const ordered = fc.oneof(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), fc.array(text))
const zone = fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia')
const instant = fc.integer({ min: Date.UTC(1990), max: Date.UTC(2030) })

/** Asserts a law for all values of an arbitrary. */
const holds = <T>(values: fc.Arbitrary<T>, law: (value: T) => void) =>
  fc.assert(
    fc.property(values, (value) => {
      law(value)
    }),
  )

describe('lists', () => {
  it('reversed twice are as they were', () => {
    holds(list, (array) => expect(apply('$array_reverse', apply('$array_reverse', array))).toEqual(array))
  })

  it('sorted are in order, hold the same, and stay so', () => {
    holds(ordered, (array) => {
      const sorted = apply('$array_sort', { array }) as never[]
      if (sorted.length > 1) expect(apply('$lte', sorted)).toBe(true)
      expect(apply('$array_sort', { array: sorted })).toEqual(sorted)
      expect([...sorted].sort()).toEqual([...array].sort())
    })
  })

  it('sorted by a member keep the order of equals, in both directions', () => {
    const array = fc
      .array(fc.record({ n: fc.integer({ min: 0, max: 2 }) }))
      .map((all) => all.map((one, at) => ({ ...one, at })))
    holds(fc.tuple(array, fc.boolean()), ([array, descending]) => {
      const sorted = apply('$array_sort', { array, by: '/n', descending }) as typeof array
      for (const [at, one] of sorted.slice(1).entries()) {
        const before = sorted[at]!
        expect(before.n === one.n ? before.at < one.at : before.n < one.n !== descending).toBe(true)
      }
    })
  })

  it('without duplicates have each value once, and stay so', () => {
    holds(list, (array) => {
      const unique = apply('$array_unique', [...array, ...array]) as unknown[]
      expect(apply('$array_unique', unique)).toEqual(unique)
      for (const value of array) expect(apply('$contains', { in: unique, value })).toBe(true)
      for (const [at, value] of unique.entries()) expect(apply('$array_index_of', { array: unique, value })).toBe(at)
    })
  })

  it('come back from their pages, and from their first and the rest', () => {
    holds(fc.tuple(list, fc.integer({ min: 1, max: 5 })), ([array, page_size]) => {
      const pages = [1, 2, 3, 4, 5, 6, 7, 8].map((page) => apply('$array_page', { array, page, page_size }))
      expect(apply('$array_concat', pages)).toEqual(array)
      const rest = apply('$array_slice', { array, from: 1 })
      if (array.length > 0) expect(apply('$array_prepend', { array: rest, value: array[0] })).toEqual(array)
    })
  })

  it('joined are associative, and as long as their parts', () => {
    holds(fc.tuple(list, list, list), ([a, b, c]) => {
      const concat = (...all: unknown[]) => apply('$array_concat', all)
      expect(concat(a, concat(b, c))).toEqual(concat(concat(a, b), c))
      expect(apply('$array_length', concat(a, b))).toBe(a.length + b.length)
    })
  })

  it('of numbers from one to another never reach the end', () => {
    const small = fc.double({ min: -50, max: 50, noNaN: true })
    holds(fc.tuple(small, small, fc.double({ min: 0.1, max: 9, noNaN: true })), ([from, to, step]) => {
      const range = apply('$array_range', { from, to, step }) as number[]
      expect(range.every((value) => value >= from && value < to)).toBe(true)
      expect(range.length > 0).toBe(from < to)
    })
  })
})

describe('maps', () => {
  it('come back from their entries, names of prototypes included', () => {
    holds(map, (value) => {
      const entries = apply('$map_entries', value) as { name: string }[]
      const again = apply('$map_from_entries', entries) as object
      expect(apply('$eq', [again, value])).toBe(true)
      expect(entries.map(({ name }) => name)).toEqual(apply('$map_keys', value))
      expect(Object.getPrototypeOf(again)).toBe(Object.prototype)
    })
  })

  it('merge associatively, and the empty one changes nothing', () => {
    const merge = (...maps: unknown[]) => apply('$map_merge', maps)
    holds(fc.tuple(map, map, map), ([a, b, c]) => {
      expect(apply('$eq', [merge(a, merge(b, c)), merge(merge(a, b), c)])).toBe(true)
      expect(apply('$eq', [merge({}, a, {}), a])).toBe(true)
    })
  })

  it('give back what was put, and are as before once it is taken away', () => {
    holds(fc.tuple(map, fc.string(), json), ([before, name, value]) => {
      const put = apply('$map_put', { map: before, name, value }) as object
      expect(apply('$map_get', { map: put, name })).toEqual(value)
      const without = apply('$map_del', { map: before, name })
      expect(apply('$eq', [apply('$map_del', { map: put, name }), without])).toBe(true)
      expect(apply('$map_has', { map: without, name })).toBe(false)
    })
  })

  it('are the names that are picked and the others that are omitted', () => {
    holds(fc.tuple(map, fc.array(fc.string())), ([whole, names]) => {
      const parts = [apply('$map_pick', { map: whole, names }), apply('$map_omit', { map: whole, names })]
      expect(apply('$eq', [apply('$map_merge', parts), whole])).toBe(true)
    })
  })

  it('renamed there and back are as before', () => {
    expect(apply('$map_rename', { map: { a: 1, b: 2 }, from: 'a', to: 'b' })).toEqual({ b: 1 })
    expect(apply('$map_rename', { map: { a: 1 }, from: 'x', to: 'a' })).toEqual({ a: 1 })
    holds(map, (value) => {
      const there = apply('$map_rename', { map: { ...value, old: 1 }, from: 'old', to: 'no such name yet' })
      const back = apply('$map_rename', { map: there, from: 'no such name yet', to: 'old' })
      expect(apply('$eq', [back, { ...value, old: 1 }])).toBe(true)
    })
  })
})

describe('comparison', () => {
  it('finds every value equal to its copy, whatever the order of members, and to nothing else', () => {
    const turned = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, one) =>
        typeof one === 'object' && one && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).reverse()) : one,
      )
    holds(fc.tuple(fc.jsonValue(), fc.jsonValue()), ([a, b]) => {
      expect(apply('$eq', [a, turned(a)])).toBe(true)
      expect(apply('$eq', [a, b])).toBe(apply('$eq', [b, a]))
      expect(apply('$neq', [a, b])).toBe(!apply('$eq', [a, b]))
      expect(apply('$eq', [a, [a]])).toBe(false)
    })
  })

  it.each<[string, fc.Arbitrary<number | string>]>([
    ['numbers', fc.double({ noNaN: true, noDefaultInfinity: true })],
    ['texts', word],
  ])('is a total order on %s', (_, one) => {
    holds(fc.tuple(one, one, one), ([a, b, c]) => {
      const is = (name: Name, ...values: unknown[]) => apply(name, values) as boolean
      expect([is('$lt', a, b), is('$eq', a, b) || Object.is(a, -0) !== Object.is(b, -0), is('$gt', a, b)]).toContain(
        true,
      )
      expect(is('$lt', a, b)).toBe(is('$gt', b, a))
      expect(is('$lte', a, b)).toBe(!is('$gt', a, b))
      expect(is('$gte', a, b)).toBe(!is('$lt', a, b))
      if (is('$lte', a, b) && is('$lte', b, c)) expect(is('$lte', a, b, c) && is('$lte', a, c)).toBe(true)
    })
  })

  it('puts texts in the order of their UTF-8 bytes', () => {
    holds(fc.tuple(text, text), ([a, b]) => {
      expect(apply('$lt', [a, b])).toBe(
        Buffer.compare(Buffer.from(a.toWellFormed()), Buffer.from(b.toWellFormed())) < 0,
      )
    })
  })

  it('knows de Morgan’s laws', () => {
    holds(fc.tuple(json, json), ([a, b]) => {
      const not = (value: unknown) => apply('$not', value)
      expect(not(apply('$and', [a, b]))).toBe(apply('$or', [not(a), not(b)]))
      expect(apply('$is_truthy', a)).toBe(!apply('$is_falsy', a))
    })
  })
})

describe('numbers', () => {
  it('added and taken away again are as before', () => {
    holds(fc.tuple(fc.integer(), fc.integer()), ([a, b]) => {
      expect(apply('$subtract', [apply('$add', [a, b]), b])).toBe(a)
      expect(apply('$decrement', apply('$increment', a))).toBe(a)
    })
  })

  it('divided and multiplied again with what remains are as before', () => {
    holds(fc.tuple(fc.integer(), fc.integer().filter(Boolean)), ([a, b]) => {
      const remains = apply('$modulo', [a, b]) as number
      const times = apply('$divide', [apply('$subtract', [a, remains]), b])
      expect(apply('$add', [apply('$multiply', [times, b]), remains])).toBe(a)
    })
  })

  it('lie between their smallest and their largest, floor and ceiling', () => {
    holds(numbers, (values) => {
      expect(apply('$lte', [apply('$min', values), values[0], apply('$max', values)])).toBe(true)
    })
    holds(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(apply('$lte', [apply('$floor', value), value, apply('$ceil', value)])).toBe(true)
    })
  })

  it('rounded are as near as they can be, and stay so', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    holds(fc.tuple(value, fc.integer({ min: 0, max: 6 })), ([value, digits]) => {
      const rounded = apply('$round', { value, digits }) as number
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits + Math.abs(value) * Number.EPSILON)
      expect(apply('$round', { value: rounded, digits })).toBe(rounded)
    })
    const cases = [1.005, 2.5, -2.5, 1e300, 5e-324].map((value) =>
      apply('$round', { value, digits: value === 1.005 ? 2 : 0 }),
    )
    expect(cases).toEqual([1.01, 3, -3, 1e300, 0])
  })

  it('are read back from how JSON spells them, and from nothing else', () => {
    holds(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(apply('$parse_number', apply('$json_stringify', value))).toBe(value === 0 ? 0 : value)
    })
    for (const text of ['', ' ', '0x10', '1_000', 'NaN', 'Infinity', '1e999', '01', '.5', '1.', '+1', '１'])
      expect(apply('$parse_number', text)).toBe(null)
  })
})

describe('texts', () => {
  it('come back from their parts', () => {
    holds(fc.tuple(word, word), ([text, separator]) => {
      const parts = apply('$str_split', { text, separator })
      expect(apply('$array_join', { array: parts, separator })).toBe(text)
      expect(parts).toEqual(separator === '' ? [...text] : text.split(separator))
    })
  })

  it('are searched and replaced as platforms do', () => {
    holds(fc.tuple(word, word, text), ([text, find, replacement]) => {
      const contains = apply('$contains', { in: text, value: find })
      expect(contains).toBe(text.includes(find))
      const all = apply('$str_replace', { text, find, with: replacement })
      expect(all).toBe(find === '' ? text : text.replaceAll(find, () => replacement))
      const first = apply('$str_replace', { text, find, with: replacement, first: true })
      expect(first).toBe(find === '' ? text : text.replace(find, () => replacement))
      expect(apply('$str_starts_with', { text, prefix: find })).toBe(text.startsWith(find))
      expect(apply('$str_ends_with', { text, suffix: find })).toBe(text.endsWith(find))
    })
  })

  it('are cut and filled up by code points', () => {
    holds(fc.tuple(word, fc.nat(12), fc.nat(20)), ([text, at, length]) => {
      const [head, tail] = [{ to: at }, { from: at }].map((ends) => apply('$str_substring', { text, ...ends }))
      expect(apply('$str_concat', [head, tail])).toBe(text)
      expect(apply('$str_length', head)).toBe(Math.min(at, [...text].length))
      const padded = apply('$str_pad', { text, length, with: '☕🚂', side: 'end' }) as string
      expect(apply('$str_length', padded)).toBe(Math.max(length, [...text].length))
      expect(padded.startsWith(text)).toBe(true)
      expect(apply('$str_reverse', apply('$str_reverse', text))).toBe(text)
    })
  })

  it.each<[Name, Name]>([
    ['$encode_base64', '$decode_base64'],
    ['$encode_base64url', '$decode_base64url'],
    ['$encode_uri', '$decode_uri'],
  ])('come back from %s', (encode, decode) => {
    holds(text, (value) => {
      const encoded = apply(encode, value)
      expect(encoded).toMatch(/^[\x21-\x7e]*$/)
      expect(apply(decode, encoded)).toBe(value.toWellFormed())
    })
  })

  it('are encoded as Node does it', () => {
    holds(text, (value) => {
      expect(apply('$encode_base64', value)).toBe(Buffer.from(value).toString('base64'))
      expect(apply('$encode_base64url', value)).toBe(Buffer.from(value).toString('base64url'))
    })
  })
})

describe('JSON', () => {
  it('is read back as it was written', () => {
    holds(fc.jsonValue(), (value) => {
      const written = JSON.parse(JSON.stringify(value)) as unknown
      for (const name of ['$json_stringify', '$json_prettify'] as const)
        expect(apply('$json_parse', apply(name, value))).toEqual(written)
    })
  })

  it('keeps names of prototypes as plain data', () => {
    const value = apply('$json_parse', '{"__proto__": {"admin": true}, "constructor": 1}') as { admin?: unknown }
    expect(value.admin).toBeUndefined()
    expect(apply('$json_get', { value, pointer: '/__proto__/admin' })).toBe(true)
    expect(apply('$json_get', { value: {}, pointer: '/__proto__/toString', default: 'none' })).toBe('none')
    expect(apply('$map_get', { map: {}, name: 'toString' })).toBe(null)
    expect(apply('$mem_ref', { name: 'constructor' })).toBe(null)
  })
})

describe('dates', () => {
  it('are read back in every spelling, in any zone, to what it tells', () => {
    holds(fc.tuple(fc.integer({ min: EARLIEST + DAY, max: LATEST - DAY }), zone), ([instant, zone]) => {
      expect(apply('$parse_date', { text: apply('$format_date', { instant }) })).toBe(instant)
      for (const style of ['local', 'date', 'dd/MM/yyyy HH:mm:ss', 'yyyy-MM-dd HH:mm:ss']) {
        const text = apply('$format_date', { instant, style, zone })
        const again = apply('$parse_date', { text, zone }) as number
        expect(apply('$format_date', { instant: again, style, zone })).toBe(text)
      }
    })
  })

  it.each([
    '2026-01-31 25:00:00',
    '2026-02-30',
    '2026-1-1',
    '2026-01-01T00:00+25:00',
    '2026-01-01Z',
    'now',
    '',
    '31/01/26 00:00',
  ])('are not read from %j', (text) => expect(apply('$parse_date', { text })).toBe(null))

  it('move with calendar and clock as Temporal has it', () => {
    const some = fc.integer({ min: -40, max: 40 })
    const duration = fc.record({ years: some, months: some, weeks: some, days: some }, { requiredKeys: [] })
    holds(fc.tuple(instant, duration, some, zone), ([instant, duration, hours, zone]) => {
      const { years = 0, months = 0, weeks = 0, days = 0 } = duration
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
      const moved = local.add({ months: 12 * years + months }).add({ days: 7 * weeks + days })
      const byCalendar = apply('$add_duration', { instant, ...duration, zone }) as number
      if (moved.equals(local))
        expect(byCalendar).toBeLessThanOrEqual(instant) // the first of two such times
      else expect(byCalendar).toBe(expectedInstant(moved, zone))
      expect(apply('$add_duration', { instant, ...duration, hours, zone })).toBe(byCalendar + hours * 3_600_000)
    })
  })

  it('begin a period where Temporal does', () => {
    holds(fc.tuple(instant, zone), ([instant, zone]) => {
      const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
      const days = { day: 0, week: at.dayOfWeek - 1, month: at.day - 1, year: at.dayOfYear - 1 }
      for (const [period, back] of Object.entries(days)) {
        const start = at.toPlainDate().subtract({ days: back }).toZonedDateTime(zone)
        expect([period, apply('$start_of', { instant, period, zone })]).toEqual([period, start.epochMilliseconds])
      }
    })
  })

  it('begin hours and minutes within their clock’s, before and after the clocks change', () => {
    const paris = (iso: string, period: string) =>
      apply('$start_of', { instant: Date.parse(iso), period, zone: 'Europe/Paris' })
    expect(paris('2026-10-25T00:40:30Z', 'hour')).toBe(Date.parse('2026-10-25T00:00Z'))
    expect(paris('2026-10-25T01:40:30Z', 'hour')).toBe(Date.parse('2026-10-25T01:00Z'))
    const midnight = { instant: Date.parse('2009-11-01T03:30Z'), period: 'day', zone: 'America/St_Johns' } // the second
    expect(apply('$start_of', midnight)).toBe(Date.parse('2009-11-01T02:30Z'))
    expect(paris('2026-10-25T01:40:30Z', 'minute')).toBe(Date.parse('2026-10-25T01:40Z'))
  })

  it('differ by what is added', () => {
    holds(fc.tuple(instant, fc.integer({ min: -1e6, max: 1e6 })), ([from, minutes]) => {
      const to = apply('$add_duration', { instant: from, minutes }) as number
      expect(apply('$date_difference', { from, to, unit: 'minutes' })).toBe(minutes)
    })
  })
})

/** The first of two possible instants; for a skipped time, the instant of the clock change. */
function expectedInstant(local: Temporal.PlainDateTime, zone: string): number {
  const found = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds
  return found.getTimeZoneTransition('next')!.epochMilliseconds
}
