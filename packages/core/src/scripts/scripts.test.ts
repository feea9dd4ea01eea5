import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { ScriptEngine } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

/** An engine whose scripts are one word: `yes`, `no`, or an error message. */
function wordEngine() {
  const calls: string[] = []
  const engine: ScriptEngine = {
    async run({ script }) {
      calls.push(script)
      if (script === 'wrong')
        return { active: false, logs: [], error: { code: 'SYNTAX', line: 3, column: 7, message: 'unexpected' } }
      if (script === 'yes' || script === 'no') return { active: script === 'yes', logs: [script] }
      return { active: false, logs: [], error: { code: 'EXCEPTION', message: script } }
    },
    check: async ({ script }) =>
      script === 'wrong' ? { code: 'SYNTAX', line: 3, column: 7, message: 'unexpected' } : undefined,
    close: async () => {},
  }
  return { engine, calls }
}

const withScript = (id: string, script: string, enabled = true) => ({
  id,
  enabled,
  activationStrategy: 'SCRIPT' as const,
  parameters: { type: 'javascript' as const, script },
})
const withRef = (id: string, ref: string) => ({
  id,
  enabled: true,
  activationStrategy: 'GLOBAL_SCRIPT' as const,
  parameters: { ref },
})
const shared = (script: string) => ({ id: 'shared', name: 'Shared', source: { type: 'javascript' as const, script } })

describe('a feature that a script decides', () => {
  it('has the result of the script, with logs in the explanation', async () => {
    const { engine } = wordEngine()
    const box = createSignalbox({ scripts: { javascript: engine } })
    await box.features.create({ body: withScript('on', 'yes') })
    await box.features.create({ body: withScript('off', 'no') })
    expect(await box.features.checkWith({ id: 'on', body: {}, explain: true })).toMatchObject({
      active: true,
      explanation: { reason: 'TARGETING_MATCH', logs: ['yes'] },
    })
    expect(await box.features.checkWith({ id: 'off', body: {}, explain: true })).toMatchObject({
      active: false,
      explanation: { reason: 'DEFAULT', logs: ['no'] },
    })
  })

  it.each([
    ['without a context', 'yes', undefined, 'TARGETING_KEY_MISSING'],
    ['when its script fails', 'boom', {}, 'GENERAL'],
  ])('is inactive with an error %s', async (_, script, body, errorCode) => {
    const box = createSignalbox({ scripts: { javascript: wordEngine().engine } })
    await box.features.create({ body: withScript('a', script) })
    const checked = body
      ? box.features.checkWith({ id: 'a', body, explain: true })
      : box.features.check({ id: 'a', explain: true })
    expect(await checked).toMatchObject({ active: false, explanation: { reason: 'ERROR', errorCode } })
  })

  it('names the missing engine', async () => {
    const box = createSignalbox()
    await box.features.create({ body: withScript('a', 'yes') })
    const { active, explanation } = await box.features.checkWith({ id: 'a', body: {}, explain: true })
    expect(active).toBe(false)
    expect(explanation).toMatchObject({ reason: 'ERROR', message: expect.stringContaining('No engine for javascript') })
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('no heap'))],
    [
      'throws',
      () => {
        throw new Error('no heap')
      },
    ],
  ])('is inactive if its engine %s, without affecting others', async (_, run) => {
    const { engine } = wordEngine()
    const box = createSignalbox({ scripts: { javascript: engine, kotlin: { ...engine, run } } })
    await box.features.create({ body: withScript('a', 'yes') })
    const parameters = { type: 'kotlin', script: 'yes' } as const
    await box.features.create({ body: { id: 'b', enabled: true, activationStrategy: 'SCRIPT', parameters } })
    expect(await box.features.treeWith({ body: {} })).toEqual({ a: { active: true }, b: { active: false } })
    const { explanation } = await box.features.checkWith({ id: 'b', body: {}, explain: true })
    expect(explanation).toMatchObject({ reason: 'ERROR', message: 'The engine for kotlin failed: no heap' })
  })

  it('runs no script while it is disabled', async () => {
    const { engine, calls } = wordEngine()
    const box = createSignalbox({ scripts: { javascript: engine } })
    await box.features.create({ body: withScript('a', 'yes', false) })
    expect(await box.features.checkWith({ id: 'a', body: {} })).toEqual({ active: false })
    expect(calls).toEqual([])
  })

  it('runs in one batch with the others of a list or tree', async () => {
    const { engine, calls } = wordEngine()
    const box = createSignalbox({ scripts: { javascript: engine } })
    for (const [id, script] of Object.entries({ a: 'yes', b: 'no', c: 'boom' }))
      await box.features.create({ body: withScript(id, script) })
    await box.features.create({ body: { id: 'd', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    const { results } = await box.features.checkMany({ body: {} })
    expect(results.map(({ active }) => active)).toEqual([true, false, false, true])
    expect(await box.features.treeWith({ body: {} })).toEqual({
      a: { active: true },
      b: { active: false },
      c: { active: false },
      d: { active: true },
    })
    expect(calls).toEqual(['yes', 'no', 'boom', 'yes', 'no', 'boom'])
  })

  it('cannot be saved with a script whose syntax is wrong', async () => {
    const box = createSignalbox({ scripts: { javascript: wordEngine().engine } })
    await expect(box.features.create({ body: withScript('a', 'wrong') })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/parameters/script': [{ message: 'error.script.syntax', args: ['3', '7', 'unexpected'] }] },
    })
    const { success, errors } = await box.features.import({ body: [withScript('a', 'wrong'), withScript('b', 'yes')] })
    expect(success).toBe(1)
    expect(Object.keys(errors.fieldErrors)).toEqual(['/1/parameters/script'])
  })
})

describe('a global script', () => {
  it('decides every referring feature, from the moment it changes', async () => {
    const box = createSignalbox({ scripts: { javascript: wordEngine().engine } })
    await box.features.create({ body: withRef('a', 'shared') })
    const check = () => box.features.checkWith({ id: 'a', body: {}, explain: true })
    expect(await check()).toMatchObject({ active: false, explanation: { reason: 'ERROR', errorCode: 'GENERAL' } })
    await box.scripts.create({ body: shared('yes') })
    expect(await check()).toMatchObject({ active: true })
    await box.scripts.replace({ id: 'shared', body: shared('no') })
    expect(await check()).toMatchObject({ active: false, explanation: { reason: 'DEFAULT' } })
    await box.scripts.delete({ id: 'shared', force: true })
    expect(await check()).toMatchObject({ active: false, explanation: { reason: 'ERROR' } })
  })

  it('decides in every box on the store, after a change by any box', async () => {
    const store = memoryStore()
    const boxes = [0, 1].map(() => createSignalbox({ store, scripts: { javascript: wordEngine().engine } }))
    const [here, there] = boxes as [(typeof boxes)[0], (typeof boxes)[0]]
    await here.features.create({ body: withRef('a', 'shared') })
    const check = async (box: typeof here) =>
      (await box.features.checkWith({ id: 'a', body: {}, explain: true })).explanation?.reason
    await expect.poll(() => check(there)).toBe('ERROR')
    await here.scripts.create({ body: shared('yes') })
    expect(await check(here)).toBe('TARGETING_MATCH')
    await expect.poll(() => check(there)).toBe('TARGETING_MATCH')
    await there.scripts.replace({ id: 'shared', body: shared('no') })
    expect(await check(there)).toBe('DEFAULT')
    await expect.poll(() => check(here)).toBe('DEFAULT')
    await there.scripts.replace({ id: 'shared', body: { ...shared('no'), id: 'renamed' }, force: true })
    await expect.poll(() => check(here)).toBe('ERROR')
    await Promise.all(boxes.map((box) => box.close()))
  })

  it('can be sent as a text, which is JavaScript', async () => {
    const box = createSignalbox()
    const created = await box.scripts.create({ body: { id: 's', name: 's', source: 'yes' } as never })
    expect(created.source).toEqual({ type: 'javascript', script: 'yes' })
  })

  it('can be tried without being saved', async () => {
    const box = createSignalbox({ scripts: { javascript: wordEngine().engine } })
    const debug = (script: string) =>
      box.scripts.debug({ body: { context: {}, script: { type: 'javascript', script } } })
    expect(await debug('yes')).toEqual({ status: 'Success', result: true, logs: ['yes'] })
    expect(await debug('boom')).toEqual({ status: 'Failure', errors: ['boom'], logs: [] })
    expect(await debug('wrong')).toMatchObject({ errors: ['Line 3, column 7: unexpected'] })
  })
})
