import { expect, it } from 'vitest'
import { readGroupRules, rightsOf } from './group-rules.ts'

it('rules are a text, or a list', () => {
  const rules = [
    { group: 'platform', admin: true },
    { group: 'shop-*', authorizedPatterns: [{ pattern: 'shop:*', rights: ['R', 'U'] }, { pattern: 'site:*' }] },
    { group: 'cn=web,dc=example', authorizedPatterns: [{ pattern: 'web:*' }] },
  ]
  expect(readGroupRules('platform=admin; shop-* = shop:*$$$RU,site:*; cn=web,dc=example=web:*')).toEqual(rules)
  expect(readGroupRules(rules)).toEqual(rules)
  expect(readGroupRules([{ group: 'all', authorizedPatterns: '*$$$R' }])).toEqual([
    { group: 'all', authorizedPatterns: [{ pattern: '*', rights: ['R'] }] },
  ])
})

it.each([
  'platform',
  '=admin',
  'platform=',
  'shop=shop:*$$$RX',
  'shop=a b',
  [{ group: 'a' }],
  [{ group: 'a', admin: 'true' }],
  [{ group: 'a', admin: true, more: 1 }],
  [{ group: 'a', authorizedPatterns: [{ pattern: 'a:*', right: ['R'] }] }],
  ['a'],
  7,
])('invalid rules are not read: %j', (value) => {
  expect(readGroupRules(value)).toBeUndefined()
})

it('a user has the rights of all rules that apply', () => {
  const rules = readGroupRules('platform=admin; shop-*=shop:*$$$R; */leads=shop:*') ?? []
  const shop = { pattern: 'shop:*', rights: ['R'] }
  expect(rightsOf(['platform'], rules)).toEqual({ admin: true, authorizedPatterns: [] })
  expect(rightsOf(['shop-a', 'x/leads'], rules)).toEqual({
    admin: false,
    authorizedPatterns: [shop, { pattern: 'shop:*' }],
  })
  expect(rightsOf(['Platform', 'platforms', 'my shop-a', ''], rules)).toEqual({ admin: false, authorizedPatterns: [] })
})

it('patterns with many stars are matched in time, and long names are ignored', () => {
  const rules = readGroupRules([{ group: `${'*a'.repeat(400)}*b`, admin: true }]) ?? []
  const names = Array.from({ length: 1000 }, (_, i) => 'a'.repeat(1024 - (i % 7)))
  expect(rightsOf(names, rules).admin).toBe(false)
  expect(rightsOf([...names, `${'a'.repeat(1023)}b`], rules).admin).toBe(true)
  expect(rightsOf([`${'a'.repeat(1024)}b`], rules).admin).toBe(false)
})

it.each([
  ['*', 'any\nthing', true],
  ['a*', 'a', true],
  ['a*a', 'a', false],
  ['a.c', 'abc', false],
  ['(a+)+$', 'aaaa', false],
  ['a,!b', 'a', false],
  ['a,!b', 'a,!b', true],
  ['*x*y*', 'axbyc', true],
  ['*x*y*', 'aybxc', false],
])('the pattern %j for %j: %j', (group, name, applies) => {
  expect(rightsOf([name], [{ group, admin: true }]).admin).toBe(applies)
})
