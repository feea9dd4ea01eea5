import { describe, expect, it } from 'vitest'
import type { Explanation } from './explanation.ts'
import { visible } from './visible.ts'

const explanation: Explanation = {
  canonical: { host: 'api.tld', path: '/orders', query: '', address: '', trusted: false },
  revision: 7,
  outcome: 'route',
  route: 'shop:orders',
  params: { id: '7' },
  candidates: [
    { route: 'testing_other:orders', won: false, because: 'header', expected: 'a value', got: '' },
    { route: 'shop:orders', won: true },
  ],
  plugins: [{ plugin: 'p', stage: 'request', runs: true }],
  forward: { backend: 'search', stored: true, path: '/orders', host: 'h', balancing: 'RoundRobin', targets: [] },
}
const all = { api: () => true, backend: () => true }

describe('an explanation', () => {
  it('is whole for callers who may read everything', () => {
    expect(visible(explanation, all)).toEqual(explanation)
  })

  it('hides candidates of APIs that the caller may not read', () => {
    const { candidates, ...rest } = visible(explanation, { ...all, api: (id) => id === 'shop' })
    expect(candidates).toEqual([
      { route: 'hidden', won: false, because: 'header' },
      { route: 'shop:orders', won: true },
    ])
    expect(rest).toEqual({ ...explanation, candidates: undefined })
  })

  it('hides the winning route with all that is known of it', () => {
    const refused = { cause: 'errors.route.misconfigured', rule: 'The flow secret-flow does not exist' }
    const { canonical, revision, outcome } = explanation
    expect(visible({ ...explanation, refused }, { ...all, api: (id) => id === 'other' })).toEqual({
      ...{ canonical, revision, outcome },
      refused: { cause: refused.cause, rule: 'hidden' },
      route: 'hidden',
      candidates: [explanation.candidates[0], { route: 'hidden', won: true }],
      plugins: [],
    })
  })

  it('leaves out what a stored backend gets, for callers who may not read the backend', () => {
    const { forward, ...rest } = explanation
    expect(visible(explanation, { ...all, backend: () => false })).toEqual(rest)
    expect(
      visible({ ...explanation, forward: { ...forward!, stored: false } }, { ...all, backend: () => false }),
    ).toHaveProperty('forward')
  })
})
