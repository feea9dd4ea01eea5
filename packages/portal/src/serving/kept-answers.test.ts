import { expect, it } from 'vitest'
import { createKept } from './kept-answers.ts'

const page = (body: string) => ({ status: 200, headers: {}, body })

it('keeps what was used last, and never more than its bound', () => {
  const kept = createKept(10_000)
  for (const key of ['a', 'b', 'c', 'd']) kept.keep(key, page('x'.repeat(990)))
  kept.find('a')
  kept.keep('e', page('x'.repeat(990)))
  expect([kept.find('a') !== undefined, kept.find('b'), kept.find('e') !== undefined]).toEqual([true, undefined, true])
  for (let i = 0; i < 100; i++) {
    kept.keep(`${i}`, page('x'.repeat(i * 10)))
    expect(kept.bytes()).toBeLessThanOrEqual(10_000)
  }
})

it('keeps no response that would replace most others', () => {
  const kept = createKept(10_000)
  kept.keep('large', page('x'.repeat(2000)))
  expect([kept.find('large'), kept.bytes()]).toEqual([undefined, 0])
})
