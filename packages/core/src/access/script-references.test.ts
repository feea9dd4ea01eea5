import { describe, expect, it } from 'vitest'
import { codeOf, feature, testBox } from '../machine/callers/access.fixture.ts'
import { problem } from '../machine/errors/errors.ts'
import type { ScriptEngine } from '../ports.ts'

const javascript: ScriptEngine = {
  async run({ context }) {
    const logs = ['a line of the script']
    if (context.fails) return { active: false, logs, error: { code: 'EXCEPTION', message: 'a sentence of the script' } }
    return { active: true, logs }
  },
  check: async () => undefined,
  close: async () => {},
}

const withRef = (id: string, ref: string) => ({
  id,
  enabled: true,
  activationStrategy: 'GLOBAL_SCRIPT' as const,
  parameters: { ref },
})
const source = { type: 'javascript' as const, script: 'text' }

async function openBox() {
  const box = testBox({ scripts: { javascript } })
  await box.scripts.create({ body: { id: 'theirs:s', name: 'theirs', source } })
  await box.scripts.create({ body: { id: 'mine:s', name: 'mine', source } })
  const lim = box.as({ id: 'lim', authorizedPatterns: 'mine:*' })
  return { box, lim }
}

describe('a reference to a global script', () => {
  const refused = { code: 'FORBIDDEN', message: expect.stringContaining('the right R (read) on Script theirs:s') }

  it('is rejected for callers who may not read the script, by every operation', async () => {
    const { box, lim } = await openBox()
    await lim.features.create({ body: feature('mine:f') })
    const body = withRef('mine:f', 'theirs:s')
    await expect(lim.features.create({ body: withRef('mine:new', 'theirs:s') })).rejects.toMatchObject(refused)
    await expect(lim.features.replace({ id: 'mine:f', body })).rejects.toMatchObject(refused)
    const patch = [
      { op: 'replace' as const, path: '/activationStrategy', value: 'GLOBAL_SCRIPT' },
      { op: 'add' as const, path: '/parameters', value: { ref: 'theirs:s' } },
    ]
    await expect(lim.features.patch({ id: 'mine:f', body: patch })).rejects.toMatchObject(refused)
    for (const id of ['mine:f', 'mine:new'])
      expect(await lim.features.import({ strategy: 'Replace', body: [withRef(id, 'theirs:s')] })).toMatchObject({
        success: 0,
        errors: { errors: [{ args: ['1', expect.stringContaining('R (read) on Script theirs:s')] }] },
      })
    expect(await box.features.list({})).toMatchObject({ results: [feature('mine:f')] })
  })

  it('is rejected in a copy, which then writes nothing', async () => {
    const { box, lim } = await openBox()
    await box.features.import({ body: [feature('mine:from:a'), withRef('mine:from:b', 'theirs:s')] })
    const body = { from: 'mine:from', to: 'mine:to', default: true }
    await expect(lim.features.copy({ body })).rejects.toMatchObject(refused)
    expect(await box.features.count({ pattern: 'mine:to:*' })).toEqual({ count: 0 })
  })

  it('to an unknown script follows the same rule, by its id', async () => {
    const { lim } = await openBox()
    expect(await codeOf(lim.features.create({ body: withRef('mine:f', 'mine:later') }))).toBe('OK')
    expect(await codeOf(lim.features.create({ body: withRef('mine:g', 'theirs:later') }))).toBe('FORBIDDEN')
  })

  it('of another author can stay, so that the feature can be switched', async () => {
    const { box, lim } = await openBox()
    await box.features.create({ body: withRef('mine:f', 'theirs:s') })
    const off = { ...withRef('mine:f', 'theirs:s'), enabled: false }
    expect(await lim.features.replace({ id: 'mine:f', body: off })).toEqual(off)
    expect(await lim.features.import({ strategy: 'Replace', body: [withRef('mine:f', 'theirs:s')] })).toMatchObject({
      success: 1,
    })
  })
})

describe('what a global script logs and throws', () => {
  const check = (fails: boolean) => ({ id: 'mine:f', body: { fails }, explain: true })

  it('is returned to callers who may read the script', async () => {
    const { box } = await openBox()
    await box.features.create({ body: withRef('mine:f', 'theirs:s') })
    const reader = box.as({ id: 'reader', authorizedPatterns: '*' })
    expect(await reader.features.checkWith(check(false))).toMatchObject({
      explanation: { logs: ['a line of the script'] },
    })
    expect(await reader.features.checkWith(check(true))).toMatchObject({
      explanation: { message: 'a sentence of the script' },
    })
  })

  it('is not returned to others by any operation', async () => {
    const { box, lim } = await openBox()
    await box.features.create({ body: withRef('mine:f', 'theirs:s') })
    const context = { fails: true }
    const answers = await Promise.all([
      lim.features.checkWith(check(false)),
      lim.features.checkWith(check(true)),
      lim.ofrep.evaluateAll({ body: { context } }),
      lim.ofrep.evaluate({ key: 'mine:f', body: { context } }).catch((error: unknown) => error),
    ])
    expect(answers[0]).toMatchObject({ active: true, explanation: { reason: 'TARGETING_MATCH', logs: [] } })
    expect(answers[1]).toMatchObject({ active: false, explanation: { reason: 'ERROR', script: 'EXCEPTION', logs: [] } })
    expect(answers[3]).toMatchObject({ code: 'INVALID', errors: [problem('error.script')] })
    for (const answer of [...answers, (answers[3] as Error).message])
      expect(JSON.stringify(answer)).not.toMatch(/of the script/)
  })
})
