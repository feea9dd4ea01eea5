import { expect, it } from 'vitest'
import { closedWords, openPlans, suggestedId } from './choices.ts'

const plan = (id: string, status: 'staging' | 'published' | 'closed') => ({
  ...{ id, status, access_mode_configuration_type: 'keyless' as const },
})
const api = { id: 'billing', name: 'Billing', documentation: { plans: [plan('a', 'published'), plan('b', 'closed')] } }

it('only published APIs and plans take subscriptions, and those in staging while they are tested', () => {
  expect(openPlans(api).map(({ id }) => id)).toEqual(['a'])
  expect(closedWords({ ...api, state: 'published' })).toBeUndefined()
  expect(closedWords({ ...api, state: 'staging', testing: { enabled: true } })).toBeUndefined()
  expect(closedWords(api)).toBe('billing is in staging. Publish it, or switch its tests on.')
  expect(closedWords({ ...api, state: 'deprecated' })).toBe(
    'billing is deprecated. Only published APIs take subscriptions.',
  )
  const documentation = { plans: [plan('b', 'closed')] }
  expect(closedWords({ ...api, state: 'published', documentation })).toBe('billing has no published plan.')
})

it('ids are made of the owner, the API and the plan', () => {
  expect(suggestedId([' Acme & Co', 'billing', ''], () => false)).toBe('Acme-Co-billing')
  expect(suggestedId(['acme', 'billing'], (id) => id === 'acme-billing' || id === 'acme-billing-2')).toBe(
    'acme-billing-3',
  )
  expect(suggestedId(['', ''], () => true)).toBe('')
})
