import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFacts } from './create-facts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Facts whose answers the test gives. */
function opened() {
  const asked: { id: string; answer: PromiseWithResolvers<string> }[] = []
  const facts = createFacts({
    atOnce: 2,
    stillMs: 100,
    read: (id) => {
      const answer = Promise.withResolvers<string>()
      asked.push({ id, answer })
      return answer.promise
    },
  })
  const settle = (act: () => void) => {
    act()
    return vi.advanceTimersByTimeAsync(100)
  }
  return { facts, asked, settle, ids: () => asked.map(({ id }) => id) }
}

it('reads a few rows at once, and only those in sight', async () => {
  const { facts, asked, settle, ids } = opened()
  facts.look(['x'])
  await settle(() => facts.look(['a', 'b', 'c', 'd']))
  expect(ids()).toEqual(['a', 'b'])
  await settle(() => asked[0]!.answer.resolve('A'))
  expect([ids(), facts.find('a'), facts.version.value]).toEqual([['a', 'b', 'c'], 'A', 1])
  await settle(() => facts.look(['c']))
  await settle(() => asked[1]!.answer.reject(new Error('gone')))
  expect([ids(), facts.find('b')]).toEqual([['a', 'b', 'c'], undefined])
})

it('reads a changed row again once, and keeps what it showed until then', async () => {
  const { facts, asked, settle, ids } = opened()
  await settle(() => facts.look(['a']))
  await settle(() => facts.renew('a'))
  expect(ids()).toEqual(['a'])
  await settle(() => asked[0]!.answer.resolve('old'))
  expect(ids()).toEqual(['a', 'a'])
  await settle(() => facts.renew('out of sight'))
  expect(facts.find('a')).toBe('old')
  await settle(() => asked[1]!.answer.resolve('new'))
  expect([facts.find('a'), ids()]).toEqual(['new', ['a', 'a']])
  await settle(() => facts.renew())
  expect(ids()).toEqual(['a', 'a', 'a'])
  await settle(() => asked[2]!.answer.resolve('newest'))
  await settle(() => {
    facts.renew('a')
    facts.drop('a')
  })
  expect([facts.find('a'), ids()]).toEqual([undefined, ['a', 'a', 'a']])
})
