import { describe, expect, it } from 'vitest'
import { consequence, copiedId, planBulk, sharedKey } from './plan.ts'

const records = [
  { id: 'shop:express', enabled: true, tags: ['beta'] },
  { id: 'shop:refund', enabled: false },
]

describe('a change of many records', () => {
  it('switches those that are not so already, and tests what it changes', () => {
    const plan = planBulk(records, { do: 'enable' })
    expect(plan.changes).toEqual([
      {
        id: 'shop:refund',
        patch: [
          { op: 'test', path: '/enabled', value: false },
          { op: 'replace', path: '/enabled', value: true },
        ],
        inverse: [
          { op: 'test', path: '/enabled', value: true },
          { op: 'replace', path: '/enabled', value: false },
        ],
      },
    ])
    expect(consequence(plan, 'feature')).toBe('1 feature is switched on. 1 feature is already on.')
  })

  it('adds a tag, also where there were none, and takes it back', () => {
    const { changes } = planBulk(records, { do: 'add tag', tag: 'new' })
    expect(changes).toMatchObject([
      {
        patch: [
          { op: 'test', value: ['beta'] },
          { op: 'replace', value: ['beta', 'new'] },
        ],
      },
      { patch: [{ op: 'add', value: ['new'] }], inverse: [{ op: 'test', value: ['new'] }, { op: 'remove' }] },
    ])
    expect(planBulk(records, { do: 'add tag', tag: 'beta' }).unchanged).toBe(1)
    expect(planBulk(records, { do: 'remove tag', tag: 'beta' }).changes).toMatchObject([
      { id: 'shop:express', patch: [{}, { value: [] }] },
    ])
  })

  it('copies records below another key', () => {
    const { changes } = planBulk(records, { do: 'copy', from: 'shop', to: 'store:eu' })
    expect(changes).toMatchObject([{ created: { id: 'store:eu:express' } }, { created: { id: 'store:eu:refund' } }])
    expect(copiedId('express', { from: '', to: 'shop' })).toBe('shop:express')
    expect(copiedId('shop', { from: 'shop', to: 'store' })).toBe('store')
  })

  it('keeps deleted records to restore them', () => {
    const plan = planBulk(records, { do: 'delete' })
    expect(plan.changes).toEqual(records.map((removed) => ({ id: removed.id, removed })))
    expect(consequence(plan, 'feature')).toBe('2 features are deleted.')
  })
})

it('records share the key that all are below of', () => {
  expect(sharedKey(['shop:a', 'shop:b'])).toBe('shop')
  expect(sharedKey(['shop:a', 'shop:a:b'])).toBe('shop:a')
  expect(sharedKey(['shop:a', 'shop-b'])).toBe('')
  expect(sharedKey([])).toBe('')
})
