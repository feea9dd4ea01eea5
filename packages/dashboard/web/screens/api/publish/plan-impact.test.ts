import { expect, test } from 'vitest'
import { endingPlans, impactSentence } from './plan-impact.ts'

const planned = (...statuses: readonly ('staging' | 'published' | 'deprecated' | 'closed')[]) => ({
  name: 'Billing',
  documentation: {
    plans: statuses.map((status, i) => ({
      ...{ id: `plan-${i}`, name: 'A plan', status, access_mode_configuration_type: 'keyless' as const },
    })),
  },
})

test('plans end that become deprecated or closed', () => {
  expect(endingPlans(planned('published', 'published', 'closed'), planned('deprecated', 'closed', 'closed'))).toEqual([
    { id: 'plan-0', to: 'deprecated' },
    { id: 'plan-1', to: 'closed' },
  ])
  expect(endingPlans(planned('deprecated'), planned('published', 'closed'))).toEqual([])
})

test('what a plan that ends means is said with numbers', () => {
  const counts = { subscriptions: 2, credentials: 1 }
  expect(impactSentence({ id: 'free', to: 'closed', ...counts })).toBe(
    'The plan free closes: 2 subscriptions with 1 credential stop working. A closed plan stays closed.',
  )
  expect(impactSentence({ id: 'free', to: 'deprecated', ...counts })).toContain('takes no new subscriptions')
})
