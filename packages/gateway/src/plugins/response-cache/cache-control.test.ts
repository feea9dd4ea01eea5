import { describe, expect, it } from 'vitest'
import { costOf } from '../../suite/cost.fixture.ts'
import { readDirectives, secondsOf } from './cache-control.ts'

describe('Cache-Control', () => {
  it.each<[values: string[], directives: Record<string, string>]>([
    [[], {}],
    [[''], {}],
    [['no-store'], { 'no-store': '' }],
    [['Max-Age=5, PUBLIC'], { 'max-age': '5', public: '' }],
    [['max-age=5', 'no-cache'], { 'max-age': '5', 'no-cache': '' }],
    [['max-age="5"'], { 'max-age': '5' }],
    [['max-age = 5 ; private'], { 'max-age': '5', private: '' }],
    [['private="set-cookie, x-a", no-store'], { private: 'set-cookie, x-a', 'no-store': '' }],
    [['a="b\\"c", d'], { a: 'b"c', d: '' }],
    [[',,, ,no-cache,'], { 'no-cache': '' }],
    [['max-age=5, max-age=9'], { 'max-age': '5' }],
    [['a="unclosed, no-store'], { a: '', unclosed: '', 'no-store': '' }],
  ])('%j has the directives %j', (values, directives) => {
    expect(Object.fromEntries(readDirectives(values))).toEqual(directives)
  })

  it.each([
    ['max-age=5', 5],
    ['max-age=0', 0],
    ['max-age=-1', 0],
    ['max-age=1.5', 0],
    ['max-age', 0],
    ['max-age=99999999999999999999', 2 ** 31],
    ['no-cache', undefined],
  ])('%s means %s seconds', (value, seconds) => {
    expect(secondsOf(readDirectives([value]), 'max-age')).toBe(seconds)
  })

  it('is read in linear time', async () => {
    const hostile = [
      'a="'.repeat(100_000),
      `a${' '.repeat(300_000)}b`,
      `"${'\\'.repeat(300_000)}`,
      'a='.repeat(150_000),
    ]
    expect(await costOf(() => hostile.map((one) => readDirectives([one])))).toBeLessThan(20)
  })
})
