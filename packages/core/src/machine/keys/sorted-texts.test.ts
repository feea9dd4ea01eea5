import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareKeys } from './compare-keys.ts'
import { sortedTexts } from './sorted-texts.ts'

it('has each text once, in order, and knows its position', () => {
  const step = fc.record({ isAdded: fc.boolean(), n: fc.nat(3000) })
  fc.assert(
    fc.property(fc.array(step, { size: 'max', maxLength: 5000 }), (steps) => {
      const texts = sortedTexts()
      const expected = new Set<string>()
      for (const { isAdded, n } of steps) {
        const text = `${(n * 7919) % 3000}`
        if (!isAdded) texts.delete(text)
        else if (!expected.has(text)) texts.add(text)
        if (isAdded) expected.add(text)
        else expected.delete(text)
      }
      const sorted = [...expected].sort(compareKeys)
      expect(texts.size).toBe(sorted.length)
      expect([...texts.from(0)]).toEqual(sorted)
      expect([...texts.back(sorted.length - 1)]).toEqual(sorted.toReversed())
      for (const place of [0, 1, sorted.length >> 1, sorted.length - 1, sorted.length, sorted.length + 7].filter(
        (n) => n >= 0,
      )) {
        expect(texts.from(place).next().value).toBe(sorted[place])
        if (place < sorted.length) expect(texts.back(place).next().value).toBe(sorted[place])
        if (place < sorted.length) expect(texts.before(sorted[place] as string)).toBe(place)
      }
      expect(texts.before('')).toBe(0)
      expect(texts.before('~')).toBe(sorted.length)
    }),
    { numRuns: 20 },
  )
})

it('splits chunks wherever texts are added', () => {
  for (const order of [(n: number) => n, (n: number) => 5000 - n, (n: number) => (n * 7919) % 5000]) {
    const texts = sortedTexts()
    for (let n = 0; n < 5000; n++) texts.add(String(order(n)).padStart(5, '0'))
    expect([...texts.from(4990)]).toHaveLength(10)
    expect(texts.before('04000')).toBe(order(0) === 5000 ? 3999 : 4000)
  }
})

it.each(['from', 'back'] as const)('has each text that stays exactly once while others come and go (%s)', (way) => {
  const texts = sortedTexts()
  for (let n = 0; n < 2000; n += 2) texts.add(String(n).padStart(4, '0'))
  const read: string[] = []
  for (const text of texts[way](way === 'from' ? 0 : 999)) {
    read.push(text)
    if (text.length === 4 && Number(text) % 4 === 0) texts.delete(text)
    texts.add(`${text}-before`)
    texts.delete(`${text}-before`)
    if (text.length === 4) texts.add(`${text}-behind`)
  }
  const stayed = Array.from({ length: 1000 }, (_, n) => String(2 * n).padStart(4, '0'))
  expect(read.filter((text) => text.length === 4)).toEqual(way === 'from' ? stayed : stayed.toReversed())
})
