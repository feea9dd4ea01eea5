import { memoryStore } from '@signalbox/core'
import { describe, expect, it, vi } from 'vitest'
import { createTestBox } from './create-test-box.ts'

const sale = {
  id: 'sale',
  enabled: true,
  activationStrategy: 'DATE_RANGE',
  parameters: { from: '2026-11-27 00:00:00', to: '2026-11-30 23:59:59' },
} as const

describe('a test box', () => {
  it('is a whole Signalbox at the beginning of 2026', async () => {
    const { box, clock } = createTestBox()
    expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:00:00.000Z')
    await box.features.create({ body: sale })
    expect(box.isActive('sale')).toBe(false)
    expect(await box.features.count()).toEqual({ count: 1 })
  })

  it('can travel in time', async () => {
    const { box, clock } = createTestBox()
    await box.features.create({ body: sale })
    clock.travelTo('2026-11-27T00:00:00Z')
    expect(box.isActive('sale')).toBe(true)
    clock.advance(4 * 24 * 60 * 60 * 1000)
    expect(box.isActive('sale')).toBe(false)
    clock.travelTo(new Date('2026-11-30T12:00:00+01:00'))
    expect(await box.features.check({ id: 'sale' })).toEqual({ active: true })
    clock.travelTo(0)
    expect(box.isActive('sale')).toBe(false)
  })

  it('starts at a given time, in a given zone', async () => {
    const { box } = createTestBox({ start: '2026-11-26T23:00:00Z', timeZone: 'Europe/Paris' })
    await box.features.create({ body: sale })
    expect(box.isActive('sale')).toBe(true)
  })

  it('rejects a moment without a time zone', () => {
    expect(() => createTestBox({ start: '2026-11-26T23:00:00' })).toThrow(/has no time zone/)
    const { clock } = createTestBox()
    expect(() => clock.travelTo('2026-11-26')).toThrow(RangeError)
  })

  it('does the same in every run, entity tags and event ids included', async () => {
    const run = async () => {
      const { box } = createTestBox()
      const events = await box.events.stream()
      await box.features.create({ body: sale })
      const { value } = await events[Symbol.asyncIterator]().next()
      await box.close()
      return value
    }
    expect(await run()).toEqual(await run())
  })

  it('can use another store', async () => {
    const store = memoryStore()
    await createTestBox({ store }).box.features.create({ body: sale })
    expect(await createTestBox({ store }).box.features.get({ id: 'sale' })).toEqual(sale)
  })

  /** Makes a listener fail in a call that nobody awaits. */
  async function failUnheard({ box }: ReturnType<typeof createTestBox>): Promise<void> {
    box.on('FEATURE_CREATED', () => {
      throw new Error('A listener failed')
    })
    await box.features.create({ body: sale })
    await box.close()
  }

  it('passes unawaited failures to report', async () => {
    const report = vi.fn()
    await failUnheard(createTestBox({ report }))
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'A listener failed' }))
  })

  it('prints what is reported of unknown keys, and passes it to report', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const report = vi.fn()
    expect([createTestBox().box.isActive('sael'), createTestBox({ report }).box.isActive('sael')]).toEqual([
      false,
      false,
    ])
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Feature sael does not exist/)]])
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ name: 'Notice' }))
    warn.mockRestore()
  })

  it('fails the run with unawaited failures without report', async () => {
    const failure = new Promise((resolve) => {
      const others = process.listeners('unhandledRejection')
      process.removeAllListeners('unhandledRejection')
      process.once('unhandledRejection', (reason) => {
        for (const listener of others) process.on('unhandledRejection', listener)
        resolve(reason)
      })
    })
    await failUnheard(createTestBox())
    expect(await failure).toMatchObject({ message: 'A listener failed' })
  })
})
