import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'
import { createApis } from './apis.ts'
import { deploymentsOf } from './deployments.ts'

const states = ['staging', 'published', 'deprecated', 'removed'] as const
type State = (typeof states)[number]

/** State transitions of an API: the result of each, and how many deployments it appends. */
const cells: readonly [from: State, to: State, outcome: 'OK' | 'CONFLICT', deploys: number][] = [
  ['staging', 'staging', 'OK', 0],
  ['staging', 'published', 'OK', 1],
  ['staging', 'deprecated', 'CONFLICT', 0],
  ['staging', 'removed', 'CONFLICT', 0],
  ['published', 'staging', 'CONFLICT', 0],
  ['published', 'published', 'OK', 0],
  ['published', 'deprecated', 'OK', 0],
  ['published', 'removed', 'OK', 0],
  ['deprecated', 'staging', 'CONFLICT', 0],
  ['deprecated', 'published', 'OK', 1],
  ['deprecated', 'deprecated', 'OK', 0],
  ['deprecated', 'removed', 'OK', 0],
  ['removed', 'staging', 'OK', 0],
  ['removed', 'published', 'CONFLICT', 0],
  ['removed', 'deprecated', 'CONFLICT', 0],
  ['removed', 'removed', 'OK', 0],
]

/** The states to write, in order, to bring a new API into a state. */
const ways: Record<State, readonly State[]> = {
  staging: [],
  published: ['published'],
  deprecated: ['published', 'deprecated'],
  removed: ['published', 'removed'],
}

async function begin(api: SignalboxApi, state: State): Promise<number> {
  await createApis(api, 'a')
  for (const next of ways[state]) await api.apis.patch({ id: 'a', body: { state: next } })
  return deploymentsOf(api)
}

/** The four states of an API, and which transitions are allowed. */
export function describeApiStates(test: ApiTest): void {
  describe('the state of an API', () => {
    test.for(cells)('from %s to %s: %s, deployments %i', async ([from, to, outcome, deploys], { api }) => {
      const before = await begin(api, from)
      const call = api.apis.patch({ id: 'a', body: { state: to } })
      if (outcome === 'OK') expect(await call).toMatchObject({ state: to })
      else
        await expect(call).rejects.toMatchObject({
          code: 'CONFLICT',
          errors: [problem('error.state.transition', from, to)],
          members: { from, to },
        })
      expect((await api.apis.get({ id: 'a' })).state).toBe(outcome === 'OK' ? to : from)
      expect(await deploymentsOf(api)).toBe(before + deploys)
    })

    test.for<[State, string]>([
      ['staging', 'published'],
      ['published', 'published'],
      ['deprecated', 'published'],
      ['removed', 'CONFLICT'],
    ])('deployed from %s: %s', async ([from, outcome], { api }) => {
      const before = await begin(api, from)
      const call = api.apis.deployments.create({ id: 'a', body: {} })
      if (outcome === 'CONFLICT') await expect(call).rejects.toMatchObject({ code: 'CONFLICT', members: { from } })
      else await call
      expect((await api.apis.get({ id: 'a' })).state).toBe(outcome === 'CONFLICT' ? from : outcome)
      expect(await deploymentsOf(api)).toBe(before + (outcome === 'CONFLICT' ? 0 : 1))
    })

    test('of a published API decides which changes create a deployment', async ({ api }) => {
      await begin(api, 'published')
      await api.apis.patch({ id: 'a', body: { testing: { enabled: true }, clients: [{ id: 'c' }] } })
      expect(await deploymentsOf(api)).toBe(1)
      await api.apis.patch({ id: 'a', body: { routes: [{ id: 'r' }] } })
      expect(await deploymentsOf(api)).toBe(2)
      await api.apis.patch({ id: 'a', body: { state: 'deprecated', description: 'until summer' } })
      expect(await deploymentsOf(api)).toBe(3)
      await api.apis.patch({ id: 'a', body: { description: 'until autumn' } })
      expect(await deploymentsOf(api)).toBe(3)
    })
  })
}
