import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseType } from './accept.ts'

const offers = ['application/json', 'application/yaml', 'text/yaml'] as const

describe('the media type of an answer', () => {
  it.each<[accept: string | null | undefined, type: string | undefined]>([
    [undefined, 'application/json'],
    [null, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['APPLICATION/YAML', 'application/yaml'],
    ['text/*', 'text/yaml'],
    ['application/json;q=0.4, application/yaml;q=0.5', 'application/yaml'],
    ['application/json;q=0.5, application/yaml;q=0.4', 'application/json'],
    ['application/yaml;q=0.9, */*;q=0.1', 'application/yaml'],
    ['application/json;q=0, */*', 'application/yaml'],
    ['application/json;q=0, application/*;q=0.2, text/yaml;q=0.3', 'text/yaml'],
    ['text/html', undefined],
    ['*/*;q=0', undefined],
    ['application/json;q=high', undefined],
    ['*', 'application/json'],
    ['*/*, text/yaml', 'text/yaml'],
    ['application/*, text/yaml', 'text/yaml'],
    ['*/*, text/*', 'text/yaml'],
    ['*/*;q=0.5, text/yaml;q=0.4', 'application/json'],
    ['text/yaml;version="1,2;q=0", */*', 'text/yaml'],
    ['text/yaml;version="1', 'text/yaml'],
  ])('for Accept %j is %s', (accept, type) => {
    expect(chooseType(accept, offers)).toBe(type)
  })
})

describe('of offers that a client likes equally', () => {
  const main = fc.constantFrom('text', 'application', 'image')
  const type = fc.tuple(main, fc.constantFrom('a', 'b', 'c', 'd+json')).map((parts) => parts.join('/'))
  const range = fc.oneof(
    type,
    type.map((one) => one.replace(/\/.*/, '/*')),
    fc.constant('*/*'),
  )
  const item = fc.tuple(range, fc.constantFrom('', ';q=1', ';q=0.5', '; Q=0.5', ';q=0', ';v=1;q=0.25'))
  const accepts = fc.array(item, { minLength: 1, maxLength: 6 }).map((items) => items.map((parts) => parts.join('')))
  const offered = fc.uniqueArray(type, { minLength: 1, maxLength: 6 })

  /** The range that decides about a type, by how much of it the client named: 2, 1 or 0; and its quality. */
  function decided(type: string, items: readonly string[]): { named: number; quality: number } | undefined {
    const ranges = [type, `${type.split('/')[0]}/*`, '*/*']
    for (const [place, range] of ranges.entries()) {
      const found = items.find((one) => one.split(';')[0] === range)
      if (found) return { named: 2 - place, quality: Number(/q=([\d.]+)/i.exec(found)?.[1] ?? 1) }
    }
    return undefined
  }

  it('the one that is named wins, then that of a named main type, then the first', () => {
    fc.assert(
      fc.property(accepts, offered, (items, offers) => {
        const chosen = chooseType(items.join(', '), offers)
        const acceptable = offers.filter((one) => (decided(one, items)?.quality ?? 0) > 0)
        if (chosen === undefined) {
          expect(acceptable).toEqual([])
          return
        }
        const winner = decided(chosen, items)!
        for (const other of acceptable) {
          const { named, quality } = decided(other, items)!
          expect(quality).toBeLessThanOrEqual(winner.quality)
          if (quality < winner.quality) continue
          expect(named).toBeLessThanOrEqual(winner.named)
          if (named === winner.named) expect(offers.indexOf(chosen)).toBeLessThanOrEqual(offers.indexOf(other))
        }
      }),
    )
  })
})

describe('hostile headers', () => {
  it.each(['"', '"\\', '\\"', '"a', ',', ';', '*/*,'])('of many %j are read in linear time', (part) => {
    expect(chooseType(`${part.repeat(100_000)}`, ['image/x'])).toBe(part === '*/*,' ? 'image/x' : undefined)
  })
})
