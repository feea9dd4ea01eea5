import type { ScriptEngine } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it } from 'vitest'
import { controlled } from './controlled.fixture.ts'
import { nextChange, quickWait, readyFlags } from './flags.fixture.ts'

/** A script engine whose scripts list the ids for which they are active. */
const engine: ScriptEngine = {
  run: async ({ script, context }) => ({ active: script === context.id, logs: [] }),
  check: async () => undefined,
  close: async () => {},
}
const scripted = (script: string) =>
  ({ id: 's', enabled: true, activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script } }) as const

async function served() {
  const { box, clock } = createTestBox({ scripts: { javascript: engine } })
  await box.features.create({ body: scripted('ann') })
  const server = controlled(box)
  const asked = () => server.calls.filter((name) => name === 'features.checkWith').length
  const { flags, reported } = await readyFlags(server.api, { clock: clock.now, wait: quickWait(), scriptCache: 1000 })
  return { box, clock, server, asked, flags, reported }
}

describe('a feature that a script decides', () => {
  it('is requested by a check, and cached for its context', async () => {
    const { flags, asked, clock } = await served()
    expect(await flags.check('s', { id: 'ann', at: 1 })).toBe(true)
    expect(flags.isActive('s', { at: 1, id: 'ann' })).toBe(true)
    expect(await flags.check('s', { at: 1, id: 'ann' })).toBe(true)
    expect(asked()).toBe(1)
    expect(await flags.check('s', { id: 'ben' })).toBe(false)
    expect(await flags.check('s')).toBe(false)
    expect(asked()).toBe(2)
    clock.advance(1001)
    expect(await flags.check('s', { id: 'ann', at: 1 })).toBe(true)
    expect(asked()).toBe(3)
  })

  it('is inactive until the server has responded to a single request', async () => {
    const { flags, server, asked } = await served()
    let answered = () => {}
    const answer = new Promise<void>((resolve) => {
      answered = resolve
    })
    server.after = (name) => name === 'features.checkWith' && setTimeout(answered, 0)
    expect([flags.isActive('s', { id: 'ann' }), flags.isActive('s', { id: 'ann' })]).toEqual([false, false])
    await answer
    expect(flags.isActive('s', { id: 'ann' })).toBe(true)
    expect(asked()).toBe(1)
  })

  it('keeps its last result when it expires, while the server is down, and when the clock goes back', async () => {
    const { flags, server, clock, reported } = await served()
    await flags.check('s', { id: 'ann' })
    server.goDown()
    clock.advance(5000)
    expect(flags.isActive('s', { id: 'ann' })).toBe(true)
    expect(await flags.check('s', { id: 'ann' })).toBe(true)
    await expect(flags.check('s', { id: 'ann' }, { onError: 'throw' })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    clock.advance(-60_000)
    expect(flags.isActive('s', { id: 'ann' })).toBe(true)
    expect(await flags.check('s', { id: 'ben' }, { default: true })).toBe(true)
    await Promise.resolve()
    expect(reported.map(String).filter((text) => /Feature s could not/.test(text)).length).toBeLessThan(2)
  })

  it('forgets the results of a previous script', async () => {
    const { flags, box } = await served()
    expect(await flags.check('s', { id: 'ann' })).toBe(true)
    const changed = nextChange(flags)
    await box.features.replace({ id: 's', body: scripted('ben') })
    await changed
    expect(flags.isActive('s', { id: 'ann' })).toBe(false)
    expect(await flags.check('s', { id: 'ben' })).toBe(true)
  })

  it('distinguishes contexts by their JSON', async () => {
    const { flags, asked } = await served()
    await flags.check('s', { id: 'ann', at: new Date(0) })
    await flags.check('s', { id: 'ann', at: new Date(1) })
    expect(asked()).toBe(2)
    const circle: Record<string, unknown> = { id: 'ann' }
    circle.self = circle
    expect(flags.isActive('s', circle)).toBe(false)
    expect(await flags.check('s', circle, { default: true })).toBe(true)
  })
})
