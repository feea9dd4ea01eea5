import { createTestBox } from '@signalbox/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Live, LiveOptions, Source } from '../index.ts'
import { live } from '../index.ts'

const on = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' }) as const

/** Flags over a source, closed with the test. */
function flagsOf(source: Source | undefined, options: LiveOptions = {}): Live {
  const flags = live(source, options)
  onTestFinished(() => flags.close())
  return flags
}

/** Resolves with the next change. */
const nextChange = (flags: Live) =>
  new Promise((resolve) => {
    const off = flags.on('change', (changed) => {
      off()
      resolve(changed)
    })
  })

describe('flags over a box', () => {
  it('answer as the box does', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: on('shop:express') })
    await box.features.create({
      body: { id: 'shop:half', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
    })
    const flags = flagsOf(box)
    await flags.ready()
    expect(flags.status).toBe('fresh')
    expect(flags.isActive('shop:express')).toBe(true)
    for (const id of ['ann', 'ben', 'carla', 'dora']) {
      expect(flags.isActive('shop:half', { id })).toBe(box.isActive('shop:half', { id }))
      expect(flags.explain('shop:half', { id })).toEqual(box.explain('shop:half', { id }))
    }
    expect(flags.isActive('shop:unknown')).toBe(false)
    expect(flags.explain('shop:unknown')).toBeUndefined()
  })

  it('follow what changes, and tell which keys', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: on('a') })
    const flags = flagsOf(box)
    await flags.ready()
    const created = nextChange(flags)
    await box.features.create({ body: on('b') })
    expect(await created).toEqual({ features: ['b'], configs: [], experiments: [] })
    expect(flags.isActive('b')).toBe(true)
    const deleted = nextChange(flags)
    await box.features.delete({ id: 'a' })
    expect(await deleted).toEqual({ features: ['a'], configs: [], experiments: [] })
    expect(flags.isActive('a')).toBe(false)
  })

  it('hold the values of configs, texts that contain objects expanded', async () => {
    const { box } = createTestBox()
    await box.configs.create({ body: { id: 'theme', value: { color: 'red' } } })
    await box.configs.create({ body: { id: 'text', value: '{"size":1}' } })
    const flags = flagsOf(box)
    await flags.ready()
    expect(flags.config('theme')).toEqual({ color: 'red' })
    expect(flags.config('text')).toEqual({ size: 1 })
    expect(Object.isFrozen(flags.config('theme'))).toBe(true)
    const changed = nextChange(flags)
    await box.configs.replace({ id: 'theme', body: { id: 'theme', value: { color: 'blue' } } })
    expect(await changed).toMatchObject({ configs: ['theme'] })
    expect(flags.config('theme')).toEqual({ color: 'blue' })
  })
})

describe('flags without a server', () => {
  it('answer from what they are given, and are ready at once', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: on('a') })
    await box.configs.create({ body: { id: 'c', value: 1 } })
    const first = flagsOf(box)
    await first.ready()
    const flags = flagsOf(undefined, { bootstrap: JSON.parse(JSON.stringify(first.snapshot())) })
    await flags.ready()
    expect(flags.status).toBe('offline')
    expect(flags.isActive('a')).toBe(true)
    expect(flags.config('c')).toBe(1)
  })

  it('answer with the defaults where they know nothing', async () => {
    const flags = flagsOf(undefined, { flags: { features: { a: true }, configs: { c: [1] } } })
    expect([flags.isActive('a'), flags.isActive('b')]).toEqual([true, false])
    expect([flags.config('c'), flags.config('d')]).toEqual([[1], undefined])
  })
})
