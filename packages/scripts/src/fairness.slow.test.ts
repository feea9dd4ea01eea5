import { createSignalbox, type Identity, type Signalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { ask, body, openEngine } from './engine.fixture.ts'

const lim: Identity = { id: 'lim', kind: 'ApiKey', authorizedPatterns: 'mine:*,mine-*' }
const other: Identity = { id: 'other', kind: 'ApiKey', authorizedPatterns: 'theirs:*' }

/**
 * A script that blocks until its worker is terminated, because JSON.stringify never checks for interruption. Each
 * number gives a different text.
 */
const bomb = (number: number) => body(`let a = [${number}]; for (let i = 0; i < 28; i++) a = [a, a]; JSON.stringify(a)`)
const feature = (id: string, script: string) => ({
  id,
  enabled: true,
  activationStrategy: 'SCRIPT' as const,
  parameters: { type: 'javascript' as const, script },
})

/**
 * Creates a box with many such scripts of one API key, each with its own text, and a well-behaved script of another
 * key.
 */
async function attacked(idOf: (number: number) => string): Promise<Signalbox> {
  const engine = openEngine({ cpuMs: 50, wallMs: 20_000 })
  const box = createSignalbox({ scripts: { javascript: engine } })
  const bombs = Array.from({ length: 300 }, (_, number) => feature(idOf(number), bomb(number)))
  expect(await box.as(lim).features.import({ body: bombs })).toMatchObject({ success: 300 })
  await box
    .as(other)
    .features.create({ body: feature('theirs:inn', body('context.id === "ann" ? enabled() : disabled()')) })
  return box
}

/** Checks a feature repeatedly until other calls have ended. */
async function checkWhile(box: Signalbox, others: Promise<unknown>): Promise<unknown[]> {
  const answers: unknown[] = []
  let isOver = false
  const end = others.finally(() => {
    isOver = true
  })
  while (!isOver)
    answers.push(await box.as(other).features.checkWith({ id: 'theirs:inn', body: { id: 'ann' }, explain: true }))
  await end
  return answers
}

describe('hundreds of hostile scripts of one key, each with another text', () => {
  it('do not affect the script of another owner in trees', async () => {
    const box = await attacked((number) => `mine:evil:${number}`)
    const attack = async () => {
      for (let time = 0; time < 3; time++) await box.as(lim).features.treeWith({ pattern: 'mine:evil:*', body: {} })
    }
    const answers = await checkWhile(box, attack())
    expect(answers.length).toBeGreaterThan(20)
    for (const answer of answers)
      expect(answer).toMatchObject({ active: true, explanation: { reason: 'TARGETING_MATCH', logs: [] } })
    await box.close()
  })

  it('do not affect it in one call, with any names', async () => {
    const box = await attacked((number) => `mine-${number}:evil`)
    for (let time = 0; time < 2; time++) {
      const tree = await box.features.treeWith({ body: { id: 'ann' } })
      expect(tree).toMatchObject({ theirs: { inn: { active: true } }, 'mine-7': { evil: { active: false } } })
    }
    await box.close()
  })

  it('are soon suspended, unlike scripts that have answered', async () => {
    const box = await attacked((number) => `mine:evil:${number}`)
    const well = feature('mine:well', body('enabled()'))
    await box.as(lim).features.create({ body: well })
    const check = (id: string) => box.as(lim).features.checkWith({ id, body: {}, explain: true })
    expect(await check('mine:well')).toMatchObject({ active: true })
    await box.as(lim).features.treeWith({ pattern: 'mine:evil:*', body: {} })
    expect(await check('mine:well')).toMatchObject({ active: true })
    expect(await check('mine:evil:299')).toMatchObject({
      active: false,
      explanation: { reason: 'ERROR', script: 'SUSPENDED', message: expect.stringContaining('same owner') },
    })
    await box.close()
  })
})

describe('a caller with more calls than all others', () => {
  it('gets the same number of turns, so slow scripts delay nobody', async () => {
    const engine = openEngine({ workers: 1, cpuMs: 500 })
    const slow = body('const end = Date.now() + 30; while (Date.now() < end); enabled()')
    const order: string[] = []
    const run = async (asker: string, script: string) => {
      const { active } = await engine.run({ type: 'javascript', script, context: {}, asker, owner: asker })
      order.push(`${asker} ${active}`)
    }
    await Promise.all([ask(engine, slow), run('modest', body('enabled()')), run('greedy', slow)])
    const greedy = Array.from({ length: 60 }, () => run('greedy', slow))
    await Promise.all([...greedy, run('modest', body('enabled()'))])
    expect(order.lastIndexOf('modest true')).toBeLessThan(20)
    expect(order).toHaveLength(63)
  })

  it('is rejected first if the queue is full', async () => {
    const engine = openEngine({ workers: 1, queue: 10 })
    const script = body('enabled()')
    const run = (asker: string) => engine.run({ type: 'javascript', script, context: {}, asker })
    const greedy = Array.from({ length: 12 }, () => run('greedy'))
    const modest = Array.from({ length: 3 }, () => run('modest'))
    expect((await Promise.all(modest)).map(({ active }) => active)).toEqual([true, true, true])
    const refused = (await Promise.all(greedy)).filter(({ error }) => error?.code === 'BUSY')
    expect(refused).toHaveLength(5)
  })
})
