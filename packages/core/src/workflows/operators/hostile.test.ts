import { describe, expect, it } from 'vitest'
import { operators } from './index.ts'
import type { Operator } from './operator.ts'
import { apply, operatorScope } from './operators.fixture.ts'

type Name = Operator['name']
const problemOf = (name: Name, args: unknown): unknown => {
  try {
    return apply(name, args)
  } catch (error) {
    return (error as { errors: { message: string }[] }).errors[0]?.message
  }
}
const a = (length: number) => 'a'.repeat(length)
const many = (length: number) => Array.from({ length }, (_, at) => at)

describe('work beyond the remaining budget', () => {
  /** A value with shared parts: small in memory, but exponentially large to traverse. */
  const doubled = (seed: unknown, times: number): unknown => (times === 0 ? seed : doubled([seed, seed], times - 1))
  const endless = doubled('x', 60)

  it.each<[Name, unknown]>([
    ['$str_pad', { text: '', length: 1e9 }],
    ['$str_pad', { text: '', length: 2 ** 53 }],
    ['$array_range', { to: 1e12 }],
    ['$array_range', { from: -1.7e308, to: 1.7e308 }],
    ['$array_range', { to: 1, step: Number.MIN_VALUE }],
    ['$array_join', { array: many(2000), separator: a(1000) }],
    ['$str_replace', { text: a(2000), find: 'a', with: a(2000) }],
    ['$eq', [endless, doubled('x', 60)]],
    ['$array_unique', [endless]],
    ['$array_join', { array: [endless] }],
    ['$str_concat', [endless]],
    ['$json_stringify', endless],
    ['$json_prettify', endless],
    ['$array_flatten', { array: endless, depth: 100 }],
    ['$contains', { in: [endless], value: doubled('x', 60) }],
    ['$in', { list: [endless], value: doubled('x', 60) }],
    ['$array_index_of', { array: [endless], value: doubled('x', 60) }],
    ['$array_concat', Array(2000).fill(many(1000))],
    ['$map_merge', Array(2000).fill(Object.fromEntries(many(1000).map((at) => [at, at])))],
  ])('%s stops before it is complete', (name, args) => {
    expect(() => apply(name, args)).toThrow('out of work')
  })

  it.each<[Name, (size: number) => unknown]>([
    ['$array_append', (size) => ({ array: many(size), value: 1 })],
    ['$array_prepend', (size) => ({ array: many(size), value: 1 })],
    ['$array_del', (size) => ({ array: many(size), index: 0 })],
    ['$array_slice', (size) => ({ array: many(size) })],
    ['$array_page', (size) => ({ array: many(size), page: 1, page_size: size })],
    ['$array_concat', (size) => [many(size)]],
    ['$array_reverse', many],
    ['$array_sort', (size) => ({ array: many(size) })],
    ['$array_unique', many],
    ['$array_flatten', (size) => ({ array: many(size) })],
    ['$array_join', (size) => ({ array: many(size) })],
    ['$array_range', (size) => ({ to: size })],
    ['$array_sum', many],
    ['$array_index_of', (size) => ({ array: many(size), value: 'none' })],
    ['$map_keys', (size) => Object.fromEntries(many(size).map((at) => [at, at]))],
    ['$map_pick', (size) => ({ map: {}, names: many(size).map(String) })],
    ['$map_omit', (size) => ({ map: {}, names: many(size).map(String) })],
    ['$map_from_entries', (size) => many(size).map((value) => ({ name: 'a', value }))],
    ['$and', (size) => Array(size).fill(true)],
    ['$or', (size) => Array(size).fill(false)],
    ['$coalesce', (size) => Array(size).fill(null)],
    ['$lte', (size) => many(size + 1)],
    ['$lt', (size) => [a(size), a(size)]],
    ['$eq', (size) => [a(size), a(size)]],
    ['$contains', (size) => ({ in: a(size), value: 'b' })],
    ['$add', many],
    ['$max', many],
    ['$parse_number', a],
    ['$str_concat', (size) => [a(size)]],
    ['$str_upper', a],
    ['$str_trim', a],
    ['$str_length', a],
    ['$str_split', (size) => ({ text: a(size), separator: 'b' })],
    ['$str_split', (size) => ({ text: a(size), separator: '' })],
    ['$str_replace', (size) => ({ text: a(size), find: 'b', with: '' })],
    ['$str_starts_with', (size) => ({ text: a(size), prefix: a(size) })],
    ['$str_ends_with', (size) => ({ text: a(size), suffix: a(size) })],
    ['$str_substring', (size) => ({ text: a(size) })],
    ['$str_pad', (size) => ({ text: '', length: size })],
    ['$encode_base64', a],
    ['$decode_base64', (size) => 'YWFh'.repeat(size / 4)],
    ['$encode_uri', a],
    ['$decode_uri', a],
    ['$basic_auth', (size) => ({ username: 'a', password: a(size) })],
    ['$json_parse', (size) => `"${a(size)}"`],
    ['$json_stringify', a],
    ['$json_get', (size) => ({ value: 1, pointer: `/${a(size)}` })],
  ])('%s is charged for all values that it processes', (name, args) => {
    const size = 4000
    const { scope, charged } = operatorScope()
    const operator = operators.find((one) => one.name === name)!
    operator.evaluate(args(size) as never, scope)
    expect(charged()).toBeGreaterThanOrEqual(size)
    expect(charged()).toBeLessThan(size * 40)
  })

  it.each<[Name, (size: number) => unknown]>([
    ['$lt', (size) => [1, 0, ...many(size)]],
    ['$map_merge', (size) => Array(size).fill({})],
    ['$map_get', (size) => ({ map: {}, name: a(size) })],
    ['$map_has', (size) => ({ map: {}, name: a(size) })],
    ['$map_pick', (size) => ({ map: {}, names: [a(size)] })],
    ['$mem_ref', (size) => ({ name: a(size) })],
    ['$contains', (size) => ({ in: {}, value: a(size) })],
  ])('%s is charged for reading its arguments, even if it ends early', (name, args) => {
    const { scope, charged } = operatorScope()
    operators.find((one) => one.name === name)!.evaluate(args(4000) as never, scope)
    expect(charged()).toBeGreaterThanOrEqual(4000)
  })

  it.each<[Name, (map: object) => unknown]>([
    ['$not', (map) => map],
    ['$is_truthy', (map) => map],
    ['$if', (map) => ({ condition: map, then: 1 })],
    ['$and', (map) => [map]],
  ])('%s lists the names of a map once', (name, args) => {
    let listings = 0
    const wide = new Proxy(Object.fromEntries(many(100).map((at) => [at, at])), {
      ownKeys(target) {
        listings++
        return Reflect.ownKeys(target)
      },
    })
    const operator = operators.find((one) => one.name === name)!
    for (let i = 0; i < 5; i++) operator.evaluate(args(wide) as never, operatorScope().scope)
    expect(listings).toBe(1)
  })

  it.each<[Name, unknown]>([
    ['$array_at', { array: many(4000), index: 5 }],
    ['$array_length', many(4000)],
    ['$map_get', { map: { a: many(4000) }, name: 'a' }],
  ])('%s is not charged for values that it does not process', (name, args) => {
    expect(() => apply(name, args, { budget: 10 })).not.toThrow()
  })

  it('texts are searched in linear time', () => {
    const text = `${a(500_000)}c`
    const find = `${a(10_000)}b${a(10_000)}`
    const begun = process.threadCpuUsage()
    expect(apply('$contains', { in: text, value: find })).toBe(false)
    expect(apply('$str_split', { text, separator: find })).toEqual([text])
    expect(apply('$str_replace', { text, find, with: '' }, { budget: 2_000_000 })).toBe(text)
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(3000) // engines take more than four seconds for each
  })
})

describe('an operation without a result', () => {
  it.each<[Name, unknown]>([
    ['$divide', [1, 0]],
    ['$divide', [0, 0]],
    ['$modulo', [1, 0]],
    ['$power', { base: -1, exponent: 0.5 }],
    ['$power', { base: 0, exponent: -1 }],
    ['$power', { base: 10, exponent: 400 }],
    ['$multiply', [1e308, 10]],
    ['$add', [1.7e308, 1.7e308]],
    ['$array_sum', [1.7e308, 1.7e308]],
    ['$subtract', [-1.7e308, 1.7e308]],
    ['$array_range', { to: 1, step: 0 }],
    ['$json_parse', '{"a": }'],
    ['$json_parse', '1e999'],
    ['$json_parse', '['.repeat(5000)],
    ['$json_parse', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['$decode_base64', 'a b='],
    ['$decode_base64', 'a'],
    ['$decode_base64', '/w=='],
    ['$decode_base64', '_-8='],
    ['$decode_base64url', '+/8'],
    ['$decode_uri', '%zz'],
    ['$decode_uri', '%ff'],
    ['$basic_auth', { username: 'a:b', password: 'c' }],
    ['$add_duration', { instant: Date.UTC(2026), years: 8000 }],
    ['$add_duration', { instant: Date.UTC(2026), years: 1e12 }],
    ['$add_duration', { instant: Date.UTC(2026), days: -1e9 }],
    ['$add_duration', { instant: Date.UTC(2026), hours: 1e12 }],
  ])('fails the run: %s of %j', (name, args) => {
    expect(problemOf(name, args)).toBe('error.workflow.value')
  })

  it.each([
    ['what is no JSON', '[1', 'the text is not valid JSON'],
    ['numbers', '1e999', 'without numbers that are too large'],
    ['depth', `${'['.repeat(300)}${']'.repeat(300)}`, 'at most 200 levels'],
  ])('is described for $json_parse: %s', (_, text, sentence) => {
    expect(() => apply('$json_parse', text)).toThrow(sentence)
  })

  it.each<[Name, unknown]>([
    ['$array_sort', { array: [1, 'a'] }],
    ['$array_sort', { array: [null] }],
    ['$array_sort', { array: [{ n: 1 }, {}], by: '/n' }],
    ['$contains', { in: 5, value: 5 }],
    ['$contains', { in: 'abc', value: 1 }],
  ])('fails for its arguments: %s of %j', (name, args) => {
    expect(problemOf(name, args)).toBe('error.workflow.arguments')
  })

  it.each<[Name, unknown]>([
    ['$gt', [1, 'a']],
    ['$lt', [1]],
    ['$add', []],
    ['$add', ['1', 2]],
    ['$str_upper', 1],
    ['$map_keys', ['a']],
    ['$map_keys', null],
    ['$array_length', 'abc'],
    ['$array_length', { length: 3 }],
    ['$array_at', { array: [1], index: 0.5 }],
    ['$array_at', { array: [1], index: 0, indx: 0 }],
    ['$array_page', { array: [], page: 0, page_size: 1 }],
    ['$format_date', { instant: 8.64e15 }],
    ['$format_date', { instant: 0, zone: 'Mars/Olympus' }],
    ['$round', { value: 1, digits: 16 }],
    ['$now', { now: 1 }],
    ['$json_get', { value: { items: [1] }, pointer: 'items/0' }],
    ['$json_get', { value: {}, pointer: '/a~2' }],
    ['$mem_ref', { name: 'input', path: 'items' }],
    ['$array_sort', { array: [{ n: 1 }], by: 'n' }],
  ])('is rejected by the schema: %s of %j', (name, args) => {
    expect(() => apply(name, args)).toThrow(expect.objectContaining({ code: 'INVALID' }))
  })

  it.each<[Name, unknown, unknown]>([
    ['$array_at', { array: [1], index: 1 }, null],
    ['$array_at', { array: [1], index: -2 }, null],
    ['$array_del', { array: [1], index: 5 }, [1]],
    ['$array_first', [], null],
    ['$array_last', [], null],
    ['$array_slice', { array: [1, 2], from: 5 }, []],
    ['$str_substring', { text: 'abc', from: 5 }, ''],
    ['$str_pad', { text: 'abc', length: 9, with: '' }, 'abc'],
    ['$contains', { in: 'abc', value: '' }, true],
    ['$array_range', { from: 1, to: 0 }, []],
    ['$array_range', { from: -5e-324, to: 0, step: 9 }, [-5e-324]],
    ['$array_range', { from: 1, to: 1.3, step: 0.1 }, [1, 1.1, 1.2]],
    ['$array_range', { from: 3, to: 0, step: -2 }, [3, 1]],
    ['$ceil', -0.5, 0],
    ['$multiply', [-1, 0], 0],
  ])('returns null or nothing out of range: %s of %j', (name, args, result) => {
    expect(apply(name, args)).toEqual(result)
  })
})

it('no operator modifies its arguments', () => {
  const frozen = <T>(value: T): T => {
    if (typeof value === 'object' && value) for (const one of Object.values(Object.freeze(value))) frozen(one)
    return value
  }
  for (const { name, example } of operators) {
    const { [name]: args } = example.config as Record<string, unknown>
    if (args === undefined || /\$[{a-z]/.test(JSON.stringify(args))) continue // not evaluated yet
    expect(apply(name, frozen(args))).toEqual(example.result)
  }
})
