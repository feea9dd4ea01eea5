import { describe, expect, it } from 'vitest'
import type { ToldDecision } from './decision.ts'
import type { Explanation } from './explanation.ts'
import type { TailEvent } from './tail-event.ts'
import { visible, visibleDecision, visibleLine } from './visible.ts'

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
const all = { api: () => true, backend: () => true, feature: () => true, experiment: () => true }

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

  it('hides features and experiments that the caller may not read, and why they decided', () => {
    const releases = [
      { feature: 'shop:express', active: true, reason: 'SPLIT' },
      { feature: 'secret', reason: 'SCRIPT' },
      { experiment: 'colors', variant: 'red', backend: 'next' },
    ]
    const decided = { ...explanation, releases }
    expect(visible(decided, all)).toEqual(decided)
    const some = { ...all, feature: (id: string) => id === 'secret', experiment: () => false }
    expect(visible(decided, some).releases).toEqual([
      { feature: 'hidden', active: true },
      { feature: 'secret', reason: 'SCRIPT' },
      { experiment: 'hidden' },
    ])
    expect(visible(decided, { ...all, api: () => false })).not.toHaveProperty('releases')
  })

  it('leaves out what a stored backend gets, for callers who may not read the backend', () => {
    const { forward, ...rest } = explanation
    expect(visible(explanation, { ...all, backend: () => false })).toEqual(rest)
    expect(
      visible({ ...explanation, forward: { ...forward!, stored: false } }, { ...all, backend: () => false }),
    ).toHaveProperty('forward')
  })
})

describe('a decision', () => {
  const decision: ToldDecision = {
    ...{
      id: 'r1',
      route: 'shop:orders',
      api: 'shop',
      revision: 7,
      status: 502,
      cause: 'errors.backend.timeout',
      ms: 3,
    },
    ...{ plan: 'gold', consumer: 'ann', backend: 'search', target: 'search.local:80', attempts: 2, stored: true },
    releases: [{ feature: 'shop:new', active: true }],
  }
  const { stored: _, ...whole } = decision

  it('is whole for callers who may read everything', () => {
    expect(visibleDecision(decision, all)).toEqual(whole)
  })

  it('says only how the request ended if the caller may not read the API', () => {
    const { id, revision, status, cause, ms } = decision
    const seen = visibleDecision(decision, { ...all, api: () => false })
    expect(seen).toEqual({ id, route: 'hidden', revision, status, cause, ms })
  })

  it('does not name the server of a stored backend that the caller may not read', () => {
    const { target: _, ...rest } = whole
    expect(visibleDecision(decision, { ...all, backend: () => false })).toEqual(rest)
    expect(visibleDecision({ ...decision, stored: false }, { ...all, backend: () => false })).toEqual(whole)
  })
})

describe('a line of the live tail', () => {
  const line = {
    ...{ kind: 'request', time: '', id: 'r', method: 'GET', host: 'h', path: '/', status: 200, revision: 1, ms: 1 },
    ...{ api: 'shop', target: '10.0.0.7:80', attempts: 1, bytesIn: 0, bytesOut: 0, address: '' },
  } as TailEvent
  const stored = { ...line, stored: 'search' }

  it('hides the server of a stored backend that the caller may not read', () => {
    expect(visibleLine(stored, all)).toEqual(line)
    expect(visibleLine(line, { ...all, backend: () => false })).toEqual(line)
    const { target: _, ...rest } = line as TailEvent & { target: string }
    expect(visibleLine(stored, { ...all, backend: (id) => id !== 'search' })).toEqual(rest)
  })
})
