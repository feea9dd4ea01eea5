import { expect, test } from 'vitest'
import { confirmsAll, idsToConfirm, mustType } from './id-to-type.ts'

test('records whose id matches a pattern must be confirmed', () => {
  expect(mustType('prod:express', ['test', 'prod:*'])).toBe(true)
  expect(mustType('shop:prod', ['prod:*'])).toBe(false)
  expect(mustType('__proto__', ['*'])).toBe(true)
  expect(mustType('prod:express', [])).toBe(false)
})

test('each id is confirmed once, in the order of the records', () => {
  expect(idsToConfirm(['prod:b', 'shop', 'prod:a', 'prod:b'], ['prod:*'])).toEqual(['prod:b', 'prod:a'])
  expect(idsToConfirm(['prod:b'], [])).toEqual([])
})

test('one id stands for many, and their number is said', () => {
  expect(confirmsAll(1)).toBeUndefined()
  expect(confirmsAll(1200)).toBe('1,200 of the ids need this confirmation. Type the first one.')
})
