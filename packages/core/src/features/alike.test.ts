import { describe, expect, it } from 'vitest'
import { timeZone } from '../machine/time/time.ts'
import { createCompiledIndex } from './compiled-index.ts'
import { compileFeature, explain } from './evaluate.ts'
import type { Feature } from './feature.ts'

const settings = { clock: () => Date.UTC(2026, 5, 1, 12), zone: timeZone('UTC'), bucketing: 'murmur3' } as const
const users = ['ann', 'bob', 'cleo', 'dan', 'eve', 'fay'].map((id) => ({ id }))

const past = { from: '2020-01-01 00:00:00', to: '2020-12-31 23:59:59' }
const present = { from: '2020-01-01 00:00:00', to: '2120-12-31 23:59:59' }
const ways = [
  { activationStrategy: 'NO_STRATEGY' },
  { activationStrategy: 'NO_STRATEGY', description: 'another' },
  { activationStrategy: 'DATE_RANGE', parameters: past },
  { activationStrategy: 'DATE_RANGE', parameters: present },
  { activationStrategy: 'DATE_RANGE', parameters: { ...present, timezone: 'Asia/Tokyo' } },
  { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '2026-05-01 00:00:00' } },
  { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '2026-07-01 00:00:00' } },
  { activationStrategy: 'HOUR_RANGE', parameters: { startDate: '11:00', endDate: '13:00' } },
  { activationStrategy: 'HOUR_RANGE', parameters: { startDate: '13:00', endDate: '14:00' } },
  { activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
  { activationStrategy: 'PERCENTAGE', parameters: { percentage: 50, salt: 'same' } },
  { activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann', 'dan'] } },
  { activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['bob', 'ann', 'ann'] } },
  { activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: 'return true' } },
] as unknown as readonly Omit<Feature, 'id' | 'enabled'>[]

/** Features of all kinds, some of them off. */
const many = Array.from(
  { length: 20 * ways.length },
  (_, number) => ({ id: `f${number}`, enabled: number % 5 !== 0, ...ways[number % ways.length] }) as Feature,
)

function indexOf(texts: Readonly<Record<string, string>>) {
  const reports: unknown[] = []
  const index = createCompiledIndex(settings, {}, (error) => reports.push(error))
  for (const [id, text] of Object.entries(texts)) index.set('feature', id, text)
  return { index, reports }
}

const textsOf = (features: readonly Feature[]) =>
  Object.fromEntries(features.map((one) => [one.id, JSON.stringify(one)]))

describe('features that differ in their ids', () => {
  it('are as active as each of them alone, and explained alike', () => {
    const { index } = indexOf(textsOf(many))
    for (const feature of many) {
      const [alone, found] = [compileFeature(feature, settings), index.find(feature.id)!]
      expect(found.feature).toEqual(feature)
      for (const user of [undefined, ...users]) {
        expect([feature, user, found.isActive(user)]).toEqual([feature, user, alone.isActive(user)])
        if (feature.activationStrategy !== 'SCRIPT')
          expect(explain(found, settings, user)).toEqual(explain(alone, settings, user))
      }
    }
  })

  it('share their parameters, and change apart', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((id) => ({ id, enabled: true, ...ways[3] }) as Feature)
    const { index } = indexOf(textsOf([first!, second!, third!]))
    const found = ['a', 'b', 'c'].map((id) => index.find(id)!)
    expect(found[2]!.feature.parameters).toBe(found[1]!.feature.parameters)
    index.set('feature', 'b', JSON.stringify({ ...second, parameters: past }))
    expect(['a', 'b', 'c'].map((id) => index.find(id)?.isActive({}))).toEqual([true, false, true])
  })

  it('may be more different ones than are remembered', () => {
    const at = (number: number) => new Date(Date.UTC(2026, 5, 1, 12) + (number - 2250) * 1000).toISOString()
    const dated = Array.from({ length: 9000 }, (_, number) => {
      const parameters = { releaseDate: at(number >> 1) }
      return { id: `f${number}`, enabled: true, activationStrategy: 'RELEASE_DATE', parameters } as Feature
    })
    const { index } = indexOf(textsOf(dated))
    const alone = dated.map((one) => compileFeature(one, settings).isActive({}))
    expect(dated.map(({ id }) => index.find(id)?.isActive({}))).toEqual(alone)
    expect(new Set(alone).size).toBe(2)
  })

  it.each([
    ['another id at the end', 'b', '{"id":"b","enabled":true,"activationStrategy":"NO_STRATEGY","id":"a"}'],
    ['another id in place of its own', 'b', '{"id":"a","enabled":true,"activationStrategy":"NO_STRATEGY"}'],
    ['an id with an escape', 'b\\u0041', '{"id":"b\\u0041","enabled":true,"activationStrategy":"NO_STRATEGY"}'],
  ])('are reported if one has %s, and inactive', (_, id, text) => {
    const usual = '{"id":"a","enabled":true,"activationStrategy":"NO_STRATEGY"}'
    const twice = '{"id":"a","enabled":true,"activationStrategy":"NO_STRATEGY","id":"a"}'
    const { index, reports } = indexOf({ a: usual, [id]: text })
    expect([index.find('a')?.isActive({}), index.find(id)?.isActive({}), reports.length]).toEqual([true, false, 1])
    const other = indexOf({ a: twice, [id]: text })
    expect([other.index.find('a')?.isActive({}), other.index.find(id)?.isActive({})]).toEqual([true, false])
  })
})
