import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

describe('isTrue', () => {
  it('follows the segments and features of a condition, once what it needs is loaded', async () => {
    const box = createSignalbox()
    await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
    const staff = { all: [{ segment: 'staff' }, { attribute: 'id', operator: 'matches', value: '^a' }] } as const
    expect(box.isTrue(staff, { id: 'ann' })).toBeUndefined()
    await expect.poll(() => box.isTrue(staff, { id: 'ann' })).toBe(true)
    expect(box.isTrue(staff, { id: 'abe' })).toBe(false)
    await box.segments.patch({ id: 'staff', body: { included: ['abe'] } })
    expect([box.isTrue(staff, { id: 'ann' }), box.isTrue(staff, { id: 'abe' })]).toEqual([false, true])
    await box.segments.delete({ id: 'staff' })
    expect(box.isTrue(staff, { id: 'abe' })).toBe(false)
    await box.close()
  })

  it('reports a condition that it does not understand once, and leaves it undecided', async () => {
    const reported: unknown[] = []
    const box = createSignalbox({ report: (error) => void reported.push(error) })
    const later = { attribute: 'id', operator: 'sounds', value: 'x' } as never
    expect(box.isTrue(later)).toBeUndefined()
    await expect.poll(() => reported.length).toBe(1)
    expect(box.isTrue(later)).toBeUndefined()
    expect(reported).toHaveLength(1)
    await box.close()
  })
})
