import { createSignalbox } from '@signalbox/core'
import { expect, test } from 'vitest'
import { type ApiState, movesFrom, states } from './moves.ts'

test('each state has the moves that the service allows, with verbs', () => {
  expect(Object.fromEntries(states.map((from) => [from, movesFrom(from).map(({ verb }) => verb)]))).toEqual({
    staging: ['Publish…'],
    published: ['Deprecate…', 'Remove…'],
    deprecated: ['Publish again', 'Remove…'],
    removed: ['Back to staging'],
  })
})

/** How an API gets into a state. */
const ways: Record<ApiState, readonly ApiState[]> = {
  staging: [],
  published: ['published'],
  deprecated: ['published', 'deprecated'],
  removed: ['published', 'removed'],
}

test.each(states)('the service accepts the moves from %s, and no others', async (from) => {
  const { apis } = createSignalbox()
  for (const to of states.filter((state) => state !== from)) {
    const { id } = await apis.create({ body: { id: `to-${to}`, name: 'Billing' } })
    for (const state of ways[from]) await apis.patch({ id: id!, body: { state } })
    const moved = await apis.patch({ id: id!, body: { state: to } }).then(
      () => true,
      ({ code }) => code !== 'CONFLICT',
    )
    expect([to, moved]).toEqual([to, movesFrom(from).some((move) => move.to === to)])
  }
})
