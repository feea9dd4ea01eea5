import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { body, openEngine } from './engine.fixture.ts'

const box = createSignalbox({ scripts: { javascript: openEngine() } })
const source = (script: string) => ({ type: 'javascript' as const, script })
const feature = (id: string, script: string) => ({
  id,
  enabled: true,
  activationStrategy: 'SCRIPT' as const,
  parameters: source(script),
})

describe('a Signalbox with this engine', () => {
  it('decides features by scripts', async () => {
    await box.features.create({
      body: feature('pro', body('console.log("hi"); context.plan === "pro" ? enabled() : disabled()')),
    })
    expect(await box.features.checkWith({ id: 'pro', body: { plan: 'pro' }, explain: true })).toMatchObject({
      active: true,
      explanation: { logs: ['hi'] },
    })
    expect(await box.features.checkWith({ id: 'pro', body: { plan: 'free' } })).toEqual({ active: false })
  })

  it('takes a hostile script for an inactive feature, and no other with it', async () => {
    await box.features.create({ body: feature('bad', body('return new Array(1e9) + ""')) })
    const [bad, good] = await Promise.all([
      box.features.checkWith({ id: 'bad', body: {}, explain: true }),
      box.features.checkWith({ id: 'pro', body: { plan: 'pro' } }),
    ])
    expect(bad).toMatchObject({
      active: false,
      explanation: { reason: 'ERROR', message: expect.stringContaining('100 ms') },
    })
    expect(good).toEqual({ active: true })
  })

  it('refuses a script that does not parse, with its place', async () => {
    await expect(
      box.features.create({ body: feature('wrong', 'function enabled() {\n  return (\n}') }),
    ).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('line 3, column 1'),
    })
  })

  it('runs a global script as it is at the moment', async () => {
    const shared = (text: string) => ({ id: 'shared', name: 'Shared', description: '', source: source(body(text)) })
    await box.scripts.create({ body: shared('enabled()') })
    await box.features.create({
      body: { id: 'global', enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'shared' } },
    })
    const isActive = async () => (await box.features.checkWith({ id: 'global', body: {} })).active
    expect(await isActive()).toBe(true)
    await box.scripts.replace({ id: 'shared', body: shared('disabled()') })
    expect(await isActive()).toBe(false)
  })

  it('shows what a script does while it is written', async () => {
    const script = source(body('console.log(context); context.a.b; enabled()'))
    expect(await box.scripts.debug({ body: { context: { a: {} }, script } })).toEqual({
      status: 'Success',
      result: true,
      logs: ['{"a":{}}'],
    })
    expect(await box.scripts.debug({ body: { context: {}, script } })).toMatchObject({
      status: 'Failure',
      errors: [expect.stringContaining('TypeError')],
      logs: ['{}'],
    })
  })
})
