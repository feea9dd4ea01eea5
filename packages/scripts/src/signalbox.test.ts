import { Worker } from 'node:worker_threads'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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

  it('treats a hostile script as inactive, without affecting others', async () => {
    await box.features.create({ body: feature('bad', body('return new Array(1e9) + ""')) })
    const [bad, good] = await Promise.all([
      box.features.checkWith({ id: 'bad', body: {}, explain: true }),
      box.features.checkWith({ id: 'pro', body: { plan: 'pro' } }),
    ])
    expect(bad).toMatchObject({
      active: false,
      explanation: { reason: 'ERROR', message: expect.stringContaining('200 ms') },
    })
    expect(good).toEqual({ active: true })
  })

  it('suspends a script that exceeds its limits repeatedly, and explains so', async () => {
    await box.features.create({ body: feature('spin', body('for (;;);')) })
    const check = () => box.features.checkWith({ id: 'spin', body: {}, explain: true })
    for (let time = 0; time < 3; time++) await check()
    expect(await check()).toMatchObject({
      active: false,
      explanation: { reason: 'ERROR', message: expect.stringContaining('is suspended for some seconds') },
    })
  })

  it('sends the scripts of a list or tree to each worker in one message', async () => {
    const own = createSignalbox({ scripts: { javascript: openEngine({ workers: 1 }) } })
    const ids = Array.from({ length: 30 }, (_, number) => `f${number}`)
    for (const [number, id] of ids.entries())
      await own.features.create({ body: feature(id, body(`context.n > ${number} ? enabled() : disabled()`)) })
    await own.features.treeWith({ body: {} }) // now they are known to be well-behaved
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => sent.mockRestore())
    const { results } = await own.features.checkMany({ body: { n: 10 }, pageSize: 100 })
    expect(results.filter(({ active }) => active)).toHaveLength(10)
    expect(sent).toHaveBeenCalledTimes(1)
    const tree = await own.features.treeWith({ body: { n: 20 } })
    expect(Object.values(tree).filter((node) => (node as { active: boolean }).active)).toHaveLength(20)
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('passes the context as data, with any member names', async () => {
    await box.features.create({
      body: feature('data', body('console.log(JSON.stringify(context), context.admin); enabled()')),
    })
    const context = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}')
    expect(await box.features.checkWith({ id: 'data', body: context, explain: true })).toMatchObject({
      active: true,
      explanation: { logs: [`${JSON.stringify(context)} undefined`] },
    })
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('rejects a script that does not parse, with its place', async () => {
    await expect(
      box.features.create({ body: feature('wrong', 'function enabled() {\n  return (\n}') }),
    ).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('line 3, column 1'),
    })
  })

  it('runs the current version of a global script', async () => {
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

  it('debugs a script before it is saved', async () => {
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
