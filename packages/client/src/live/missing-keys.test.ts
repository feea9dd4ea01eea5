import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import type { LiveOptions } from '../index.ts'
import { controlled } from './controlled.fixture.ts'
import { flagsOf, plain, readyFlags } from './flags.fixture.ts'

const half = (id: string) =>
  ({ id, enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } }) as const

async function served() {
  const { box } = createTestBox()
  await box.features.create({ body: plain('shop:express') })
  await box.features.create({ body: half('shop:half') })
  await box.configs.create({ body: { id: 'shop:limit', value: 3 } })
  return box
}

/** Flags that are ready, and the sentences that they reported. */
async function reporting(options: LiveOptions = {}) {
  const { flags, reported } = await readyFlags(await served(), options)
  return { flags, said: () => reported.map((error) => (error as Error).message) }
}

describe('flags in memory', () => {
  it.each([undefined, null, 5, {}])('never throw for the key %j, which is no text, and report it', async (key) => {
    const { flags, said } = await reporting()
    const id = key as unknown as string
    expect([flags.isActive(id), flags.value(id), flags.config(id)]).toEqual([false, undefined, undefined])
    await expect.poll(said).toContainEqual(expect.stringMatching(/^The key of a feature is .*: pass its id as a text/))
  })

  it('report unknown keys once each, with the nearest', async () => {
    const { flags, said } = await reporting()
    for (let i = 0; i < 3; i++) {
      expect([flags.isActive('shop:expres'), flags.flag('shop:expres').isActive()]).toEqual([false, false])
      expect([flags.config('shop:limt'), flags.value('shop:limt'), flags.value('x', {}, { default: 1 })]).toEqual([
        undefined,
        undefined,
        1,
      ])
      expect([await flags.check('nope'), await flags.checkValue('y', {}, { default: 2 })]).toEqual([false, 2])
    }
    const missing = 'does not exist, or this client may not read it'
    await expect
      .poll(said)
      .toEqual([
        `Feature shop:expres ${missing} (did you mean shop:express?), so isActive returns its default. Reported once for each key`,
        `Config shop:limt ${missing} (did you mean shop:limit?), so config returns its default. Reported once for each key`,
        `Config x ${missing}, so value returns its default. Reported once for each key`,
        `Feature nope ${missing}, so check returns its default. Reported once for each key`,
        `Config y ${missing}, so value returns its default. Reported once for each key`,
      ])
  })

  it('report that they were asked before they were loaded, once', async () => {
    const { flags, reported } = flagsOf(await served())
    expect([flags.isActive('shop:express'), flags.isActive('other'), flags.value('shop:limit')]).toEqual([
      false,
      false,
      undefined,
    ])
    await flags.ready()
    expect(flags.isActive('shop:express')).toBe(true)
    await expect
      .poll(() => reported)
      .toEqual([
        new Error('isActive was called for feature shop:express before the flags were loaded: await ready() first'),
      ])
  })

  it('report a share that lacks its attribute, and a context that is no object, once for each key', async () => {
    const { flags, said } = await reporting()
    for (let i = 0; i < 2; i++) {
      expect([flags.isActive('shop:half'), flags.isActive('shop:half', {})]).toEqual([false, false])
      expect(flags.isActive('shop:express', 'ann' as never)).toBe(true)
      flags.isActive('shop:half', { id: 'ann' })
      flags.explain('shop:half')
    }
    await expect
      .poll(said)
      .toEqual([
        expect.stringMatching(/^Feature shop:half is inactive because the context lacks an id/),
        expect.stringMatching(/^The context of feature shop:express is a string: pass an object/),
      ])
  })

  it('say nothing of keys with a declared default, where the answer tells, and of old records', async () => {
    const declared = { features: { 'shop:new': true }, configs: { 'shop:color': 'red' } }
    const { flags, said } = await reporting({ flags: declared })
    expect([flags.isActive('shop:new'), flags.value('shop:color'), flags.config('shop:color')]).toEqual([
      true,
      'red',
      'red',
    ])
    expect([flags.explain('nope'), flags.feature('nope'), flags.evaluate('nope')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await expect(flags.decide('nope')).rejects.toThrow('nope does not exist')
    await expect(flags.check('nope', {}, { onError: 'throw' })).rejects.toThrow('nope does not exist')
    const server = controlled(await served())
    server.goDown()
    const old = await readyFlags(server.api, { bootstrap: { features: [plain('a')] } })
    expect([old.flags.isActive('a'), old.flags.isActive('b')]).toEqual([true, false])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(said()).toEqual([])
    expect(old.reported.map((error) => (error as Error).name)).not.toContain('Notice')
  })

  it('report unknown keys offline, too, to the console if nobody listens', async () => {
    const { flags, reported } = await readyFlags(undefined, { bootstrap: { features: [plain('shop:express')] } })
    flags.isActive('shop:expres')
    await expect.poll(() => reported).toEqual([expect.objectContaining({ name: 'Notice' })])
  })
})
