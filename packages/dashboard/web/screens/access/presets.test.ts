import { isAllowed, type Right, rights } from '@signalbox/core/grants'
import { expect, it } from 'vitest'
import { type Preset, presetOf, presets } from './presets.ts'

const domains = ['Feature', 'Segment', 'Config', 'Experiment', 'Script', 'Api', 'Backend', 'User', 'ApiKey', 'Webhook']

/** The rights of a preset by domain, such as `CRU`. Domains without a right are missing. */
const rightsOf = (id: Preset['id']) => {
  const caller = { id: 'key', admin: false, authorizedPatterns: [...presetOf(id).grants] }
  const given = (domain: string) =>
    rights.filter((right: Right) => isAllowed(caller, { right, domain, id: 'shop:x' })).join('')
  return Object.fromEntries(domains.map((domain) => [domain, given(domain)]).filter(([, words]) => words !== ''))
}

it.each([
  ['program', { Feature: 'R', Segment: 'R', Config: 'R', Experiment: 'R' }],
  ['ci', { Feature: 'CRU', Segment: 'CRU', Config: 'CRU', Experiment: 'CRU' }],
  [
    'operator',
    { Feature: 'CRUD', Segment: 'CRUD', Config: 'CRUD', Experiment: 'CRUD', Script: 'R', Api: 'CRUD', Backend: 'CRUD' },
  ],
  ['none', {}],
] as const)('the preset %s gives these rights and no others', (id, given) => {
  expect(rightsOf(id)).toEqual(given)
})

it('the first preset, which is chosen at first, changes nothing', () => {
  expect(presets[0]?.id).toBe('program')
  expect(Object.values(rightsOf('program')).join('')).toMatch(/^R+$/)
})
