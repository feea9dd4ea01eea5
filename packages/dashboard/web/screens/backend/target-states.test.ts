import { targetStates } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { balancingOf } from './balancing.ts'
import {
  type BackendState,
  healthInWords,
  judged,
  sharesOf,
  shownState,
  statesOf,
  stateWords,
  type TargetState,
} from './target-states.ts'

const target = (state: TargetState['state'], more: Partial<TargetState> = {}): TargetState => ({
  ...{ hostname: 'a', port: 80, state, since: 0, inFlight: 1 },
  ...more,
})
const answering = target('usable', { calls: { state: 'answering', at: 1 } })
const backend = (targets: readonly TargetState[], more: Partial<BackendState> = {}): BackendState => ({
  ...{ plane: 'one', api: 'billing', draft: false, backend: 'main', stored: false, isPanicking: false, targets },
  ...more,
})

it('every state of the gateway has a word', () => {
  const shown = [...targetStates.filter((state) => state !== 'usable'), 'answering', 'failing', 'unchecked']
  expect(Object.keys(stateWords).sort()).toEqual(shown.sort())
})

it('a target that gets requests answers after a success only; without any call it is not checked', () => {
  expect(shownState(target('usable'))).toBe('unchecked')
  expect(shownState(answering)).toBe('answering')
  expect(shownState(target('usable', { calls: { state: 'failing' } }))).toBe('failing')
  expect(shownState(target('open', { calls: { state: 'answering' } }))).toBe('open')
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

it('the health of a backend says how many targets answer', () => {
  const others = [target('unhealthy', { port: 81 }), target('drained', { port: 82 }), target('usable', { port: 83 })]
  const failing = target('usable', { port: 84, calls: { state: 'failing' } })
  const states = [backend([answering, ...others, failing])]
  const [a, b, c, d, e] = [80, 81, 82, 83, 84].map((port) => ({ hostname: 'a', port }))
  expect(healthInWords(states, [a!])).toEqual({ aspect: 'clear', words: 'Answering' })
  expect(healthInWords(states, [a!, b!, c!])).toEqual({ aspect: 'danger', words: '1 of 3 answering' })
  expect(healthInWords(states, [a!, c!])).toEqual({ aspect: 'caution', words: '1 of 2 answering' })
  expect(healthInWords(states, [a!, d!])).toEqual({ aspect: 'muted', words: '1 of 2 answering' })
  expect(healthInWords(states, [d!])).toEqual({ aspect: 'muted', words: 'Not checked' })
  expect(healthInWords(states, [e!])).toEqual({ aspect: 'danger', words: 'Failing' })
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
