import { describe, expect, it } from 'vitest'
import { noteIn } from '../machine/records/commit.ts'
import { memoryStore } from '../memory/store.ts'
import { targetingHooks } from './hooks.ts'

/** What an upload remembers of a record until it is stored. A dry run remembers all of them. */
function remembered(kind: Parameters<typeof targetingHooks>[1], record: object) {
  const pending = new Map<string, unknown>()
  const store = memoryStore()
  targetingHooks({ store, note: noteIn(store) }, kind).planned({ id: 'a', ...record }, { pending })
  return [...pending]
}
const rules = { activationStrategy: 'RULES', parameters: { rules: [{ when: { feature: 'b' } }] } }

describe('a planned write', () => {
  it.each([
    ['features without references', 'feature', { activationStrategy: 'NO_STRATEGY', description: 'long' }],
    ['segments without references', 'segment', { description: 'long' }],
  ] as const)('keeps no content of %s', (_, kind, record) => {
    expect(remembered(kind, record)).toEqual([[`${kind}/a`, {}]])
  })

  it.each([
    ['references', rules],
    ['a script', { activationStrategy: 'SCRIPT' }],
  ])('keeps features with %s, because they matter to those that refer to them', (_, record) => {
    expect(remembered('feature', record)).toEqual([['feature/a', { id: 'a', ...record }]])
  })

  it.each(['config', 'experiment'] as const)('keeps nothing of a %s, to which nothing can refer', (kind) => {
    expect(remembered(kind, { ...rules, value: 'long' })).toEqual([])
  })
})
