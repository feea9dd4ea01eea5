import type { Store } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import { commit, draft, eventsAfter, keysOf, put, type StoreTest, THINGS, valueUnder, write } from './store-test.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 'the bottom'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { inner: value }
  return value
}

/** Values that are easily corrupted, by what tends to get lost. */
const values: readonly (readonly [what: string, value: unknown])[] = [
  ['null', null],
  ['false', false],
  ['the empty text', ''],
  ['the empty object and array', [{}, []]],
  ['a text that looks like JSON', '{"a": 1}'],
  ['the order of members', { b: 1, a: 2, B: 3, '': 4 }],
  ['U+0000', { 'a\u0000b': 'c\u0000' }],
  ['a lone high surrogate', { text: '\ud800', '\ud83d': 1 }],
  ['a lone low surrogate', 'x\udc00y'],
  ['emoji, combining marks, line separators', '👩‍👩‍👧 e\u0301 é \u2028 \u2029 \r\n \ufeff'],
  ['quotes and backslashes', '\'";--\\ \\u0041 \\0 $1 %s'],
  ['numbers at the limits', [1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 2 ** 53, 0.1 + 0.2, -1.5]],
  ['minus zero, as JSON has it', [-0]],
  ['members with names that all objects have', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}')],
  ['undefined members, which JSON leaves out', { kept: 1, lost: undefined }],
  ['150 levels', nested(150)],
  ['1 MiB', { text: 'ä😀'.repeat(2 ** 20 / 6) }],
]

const keys = [
  'a:b:c',
  ':',
  '::a:',
  ' leading and trailing ',
  "it's",
  '"quoted"',
  'a%b_c\\d',
  'été',
  '日本語',
  '😀',
  'x'.repeat(1000),
  '😀'.repeat(500),
]

/** Values are read exactly as they were stored: any JSON. */
export function describeValues(test: StoreTest): void {
  describe('a value', () => {
    test.for(values)('keeps %s', async ([, value], { store }) => {
      const text = JSON.stringify(value)
      await commit(store, [put('a', value)], [{ ...draft('a', value), oldValue: value }])
      const [entry] = await collect(store.scan(THINGS))
      const [event] = await eventsAfter(store)
      const found = [await valueUnder(store, 'a'), entry?.value, event?.payload, event?.oldValue]
      const [asText] = await collect(store.scan(THINGS, { asText: true }))
      const gotAsText = await store.get(THINGS, 'a', { asText: true })
      for (const one of [asText, gotAsText]) expect(one?.text ?? JSON.stringify(one?.value)).toBe(text)
      expect(found.map((one) => JSON.stringify(one))).toEqual([text, text, text, text])
      expect(found[0]).toEqual(JSON.parse(text))
    })

    test('cannot be modified through a read value', async ({ store }) => {
      await commit(store, [put('a', { list: [1] })], [draft('a', { list: [1] })])
      const spoil = (value: unknown) => ((value as { list: unknown }).list = 'spoilt')
      spoil(await valueUnder(store, 'a'))
      for await (const { value } of store.scan(THINGS)) spoil(value)
      for await (const { payload } of store.read({ after: 0 })) spoil(payload)
      expect(await readings(store)).toEqual([{ list: [1] }, { list: [1] }, { list: [1] }])
    })

    test('cannot be modified through the written value', async ({ store }) => {
      const value = { list: [1] }
      await commit(store, [put('a', value)], [draft('a', value)])
      value.list.push(2)
      expect(await readings(store)).toEqual([{ list: [1] }, { list: [1] }, { list: [1] }])
    })
  })

  describe('a key', () => {
    test.for(keys)('may be %j', async (key, { store }) => {
      const version = await write(store, key, 1)
      await write(store, `${key}!`, 2)
      await commit(store, [put(key, 3, version)], [draft(key)])
      expect(await valueUnder(store, key)).toBe(3)
      expect(await keysOf(store)).toEqual([key, `${key}!`])
      expect(await keysOf(store, { after: key })).toEqual([`${key}!`])
      expect((await eventsAfter(store))[0]?.key).toBe(key)
      await commit(store, [{ op: 'delete', collection: THINGS, key }])
      expect(await keysOf(store)).toEqual([`${key}!`])
    })
  })
}

async function readings(store: Store): Promise<unknown[]> {
  const [entry] = await collect(store.scan(THINGS))
  const [event] = await eventsAfter(store)
  return [await valueUnder(store, 'a'), entry?.value, event?.payload]
}
