import { targetStates } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { balancingOf } from './balancing.ts'
import {
  type BackendState,
  healthInWords,
  judged,
  sharesOf,
  statesOf,
  stateWords,
  type TargetState,
} from './target-states.ts'

const target = (state: TargetState['state'], more: Partial<TargetState> = {}): TargetState => ({
  ...{ hostname: 'a', port: 80, state, since: 0, inFlight: 1 },
  ...more,
})
const backend = (targets: readonly TargetState[], more: Partial<BackendState> = {}): BackendState => ({
  ...{ plane: 'one', api: 'billing', draft: false, backend: 'main', stored: false, isPanicking: false, targets },
  ...more,
})

it('every state of the gateway has a word', () => {
  expect(Object.keys(stateWords).sort()).toEqual([...targetStates].sort())
})

it('the states of a backend are those of its API, or of all that use a stored one; drafts count only alone', () => {
  const own = backend([])
  const draft = backend([], { draft: true })
  const stored = backend([], { stored: true, api: 'other' })
  expect(statesOf([own, draft, stored], { backend: 'main', api: 'billing' })).toEqual([own])
  expect(statesOf([draft, stored], { backend: 'main', api: 'billing' })).toEqual([draft])
  expect(statesOf([own, stored], { backend: 'main' })).toEqual([stored])
})

it('a target has its worst state, and how many data planes say so if they differ', () => {
  const states = [backend([target('usable')]), backend([target('ejected', { why: 'status 502' })], { plane: 'two' })]
  expect(judged(states, { hostname: 'a' })).toMatchObject({ state: { state: 'ejected' }, inFlight: 2, of: [1, 2] })
  expect(judged(states.slice(0, 1), { hostname: 'a' })).toEqual({ state: target('usable'), inFlight: 1 })
  expect(judged(states, { hostname: 'a', tls: true })).toBe(undefined)
})

it('the health of a backend says how many targets are usable', () => {
  const states = [backend([target('usable'), target('unhealthy', { port: 81 }), target('drained', { port: 82 })])]
  const [a, b, c] = [80, 81, 82].map((port) => ({ hostname: 'a', port }))
  expect(healthInWords(states, [a!])).toEqual({ aspect: 'clear', words: 'Usable' })
  expect(healthInWords(states, [a!, b!, c!])).toEqual({ aspect: 'danger', words: '1 of 3 usable' })
  expect(healthInWords(states, [a!, c!])).toEqual({ aspect: 'caution', words: '1 of 2 usable' })
  expect(healthInWords([], [a!])).toBe(undefined)
})

it('shares follow the weights of targets that are in service', () => {
  const hostname = 'a'
  expect(sharesOf([{ hostname }, { hostname, weight: 3 }])).toEqual([0.25, 0.75])
  expect(sharesOf([{ hostname, drained: true }, { hostname }, { hostname, backup: true }])).toEqual([0, 1, 0])
  expect(sharesOf([{ hostname, weight: 0 }])).toEqual([0])
})

it('unknown ways to choose a target are round robin', () => {
  expect([balancingOf(undefined).type, balancingOf('Magic').type, balancingOf('Sticky').type]).toEqual([
    'RoundRobin',
    'RoundRobin',
    'Sticky',
  ])
})
