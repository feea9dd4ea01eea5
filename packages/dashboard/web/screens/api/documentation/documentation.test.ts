import { expect, it } from 'vitest'
import { documentOf, problemsBesidePlans, withoutPlans, withPlansOf } from './documentation.ts'

const plans = [{ id: 'free', name: 'Free', access_mode_configuration_type: 'keyless' as const }]

it('the plans stay, whatever is written beside them', () => {
  expect(withoutPlans({ enabled: true, plans })).toEqual({ enabled: true })
  expect(withPlansOf({ enabled: true, plans }, { search: {}, plans: [] })).toEqual({ search: {}, plans })
  expect(withPlansOf({ plans }, undefined)).toEqual({ plans })
  expect(withPlansOf(undefined, undefined)).toBe(undefined)
  expect(withPlansOf({ plans }, 7)).toBe(7)
})

it('the document of the API is found among the resources', () => {
  const url = `/api/apis/billing/documents/${'a1'.repeat(32)}`
  expect(documentOf('billing', { resources: [{ url: 'https://docs.example' }, { url }] })).toBe(url)
  expect(documentOf('other', { resources: [{ url }] })).toBe(undefined)
  expect(documentOf('billing')).toBe(undefined)
})

it('problems of plans are told where the plans are', () => {
  const problems = {
    '/documentation/plans/0/id': ['is missing'],
    '/documentation/home/title': ['must be text'],
    '/name': ['is missing'],
  }
  expect(problemsBesidePlans(problems)).toEqual(['/home/title must be text'])
})
