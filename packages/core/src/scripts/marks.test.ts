import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { ScriptEngine } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'
import { markScripts } from './marks.ts'

const yes: ScriptEngine = {
  run: async () => ({ active: true, logs: [] }),
  check: async () => undefined,
  close: async () => {},
}
const ann = { id: 'ann', kind: 'ApiKey', authorizedPatterns: '*' }
const source = { type: 'kotlin' as const, script: 'fun enabled() {}' }
const feature = (id: string, script = source.script, type: 'javascript' | 'kotlin' | 'scala' = 'kotlin') => ({
  id,
  enabled: true,
  activationStrategy: 'SCRIPT' as const,
  parameters: { type, script },
})
const forbidden = { code: 'FORBIDDEN', message: expect.stringContaining('only admins write scripts in kotlin') }

function openBox(store = memoryStore()) {
  const box = createSignalbox({ store, scripts: { kotlin: yes, scala: yes, javascript: yes } })
  const explain = async (id: string) => (await box.features.checkWith({ id, body: {}, explain: true })).explanation
  return { box, store, explain, api: box.as(ann) }
}

/** Removes the marks, as if the records had been written by a version without them. */
async function unmark(store: ReturnType<typeof memoryStore>) {
  await store.commit([{ op: 'deletePrefix', collection: 'script-marks', prefix: '' }], [])
}

describe('scripts in kotlin and scala', () => {
  it.each(['kotlin', 'scala'] as const)('are written by admins only: %s', async (type) => {
    const { box, api } = openBox()
    await expect(api.features.create({ body: feature('a', 'x', type) })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await api.features.create({ body: feature('a', 'x', 'javascript') })
    await expect(api.features.replace({ id: 'a', body: feature('a', 'x', type) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const patch = [{ op: 'replace', path: '/parameters', value: { type, script: 'x' } }] as const
    await expect(api.features.patch({ id: 'a', body: [...patch] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await box.features.patch({ id: 'a', body: [...patch] })
  })

  it('may not be uploaded or copied by others', async () => {
    const { box, api } = openBox()
    const result = await api.features.import({ body: [feature('a'), feature('b', 'x', 'javascript')] })
    expect(result).toMatchObject({ success: 1, errors: { errors: [{ args: ['1', expect.any(String)] }] } })
    await box.features.create({ body: feature('c') })
    await expect(api.features.copy({ body: { from: 'c', to: 'd', default: true } })).rejects.toMatchObject(forbidden)
    await box.features.copy({ body: { from: 'c', to: 'd', default: true } })
  })

  it('stay runnable when others change something else, or rename the feature', async () => {
    const { box, api, explain } = openBox()
    await box.features.create({ body: feature('a') })
    await api.features.patch({ id: 'a', body: [{ op: 'add', path: '/description', value: 'x' }] })
    expect(await explain('a')).toMatchObject({ reason: 'TARGETING_MATCH' })
    await api.features.replace({ id: 'a', body: feature('b') })
    expect(await explain('b')).toMatchObject({ reason: 'TARGETING_MATCH' })
    await box.features.delete({ id: 'b' })
    await expect(api.features.create({ body: feature('b') })).rejects.toMatchObject(forbidden)
  })

  it('do not run unless an admin wrote them', async () => {
    const { box, store, explain } = openBox()
    await box.features.create({ body: feature('a') })
    await box.scripts.create({ body: { id: 's', name: 's', source } })
    const parameters = { ref: 's' }
    await box.features.create({ body: { id: 'g', enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters } })
    expect(await explain('g')).toMatchObject({ reason: 'TARGETING_MATCH' })
    await unmark(store)
    const later = openBox(store)
    const unmarked = { reason: 'ERROR', message: expect.stringMatching(/not marked.*save it as an admin.*jvm trust/) }
    expect(await later.explain('a')).toMatchObject(unmarked)
    expect(await later.explain('g')).toMatchObject(unmarked)
    await later.box.features.replace({ id: 'a', body: feature('a') })
    expect(await later.explain('a')).toMatchObject({ reason: 'TARGETING_MATCH' })
    expect(await markScripts(store)).toBe(1)
    expect(await later.explain('g')).toMatchObject({ reason: 'TARGETING_MATCH' })
    expect(await markScripts(store)).toBe(0)
  })

  it('need no mark without an engine, whose absence is the reason', async () => {
    const box = createSignalbox()
    await box.features.create({ body: feature('a') })
    const { explanation } = await box.features.checkWith({ id: 'a', body: {}, explain: true })
    expect(explanation).toMatchObject({ message: expect.stringContaining('No engine for kotlin') })
  })

  it('are not saved if the check takes too long', async () => {
    const late = { code: 'TIME' as const, message: 'The script was not compiled within 15 s' }
    const box = createSignalbox({ scripts: { kotlin: { ...yes, check: async () => late } } })
    await expect(box.features.create({ body: feature('a') })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(box.features.get({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
