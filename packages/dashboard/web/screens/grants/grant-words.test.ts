import { expect, it } from 'vitest'
import { type Grant, grantWords, patternProblem, withoutDefaults } from './grant-words.ts'

it.each<[Omit<Grant, 'pattern'>, string]>([
  [{}, 'all rights on features, segments, configs, experiments and scripts'],
  [{ rights: [], domains: ['*'] }, 'only read records of all domains'],
  [{ rights: ['D', 'U'], domains: ['Feature', 'Api'] }, 'read, update and delete features and APIs'],
  [{ domains: [] }, 'nothing, because it names no domain'],
  [{ rights: [], domains: ['OfALaterVersion'] }, 'only read OfALaterVersion'],
])('the grant %j gives %s', (grant, words) => {
  expect(grantWords({ pattern: 'shop:*', ...grant })).toBe(words)
})

it('a grant with all rights names none, and keeps its domains', () => {
  const domains = ['Feature', 'Segment', 'Config', 'Experiment', 'Script']
  expect(withoutDefaults({ pattern: '*', rights: ['C', 'U', 'D'], domains })).toEqual({ pattern: '*', domains })
  expect(withoutDefaults({ pattern: '*', rights: [] })).toEqual({ pattern: '*', rights: [] })
})

it('a pattern is what the service takes', () => {
  for (const text of ['*', 'shop:*', 'a,b', 'a-b_c@d.e']) expect(patternProblem(text)).toBeUndefined()
  for (const text of ['', 'a b', '!a', 'é', 'a/b']) expect(patternProblem(text)).toMatch(/pattern/)
})
