import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../options.ts'
import type { ScriptEngine, ScriptParties } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

const key = (id: string, pattern: string) => ({ id, kind: 'ApiKey', authorizedPatterns: pattern })
const withScript = (id: string, script = 'yes') => ({
  id,
  enabled: true,
  activationStrategy: 'SCRIPT' as const,
  parameters: { type: 'javascript' as const, script },
})

/** A box whose engine answers yes and remembers the parties of each run. */
function openBox(options: SignalboxOptions = {}) {
  const seen: ScriptParties[] = []
  const see = ({ asker, owner }: ScriptParties) => void seen.push({ ...(asker && { asker }), ...(owner && { owner }) })
  const javascript: ScriptEngine = {
    async run(run) {
      see(run)
      return { active: true, logs: [] }
    },
    check: async (source) => see(source),
    close: async () => {},
  }
  const box = createSignalbox({ scripts: { javascript }, ...options })
  /** The owner that the engine gets for a feature. */
  const ownerOf = async (id: string) => {
    seen.length = 0
    await box.features.checkWith({ id, body: {} })
    return seen[0]?.owner
  }
  return { box, seen, ownerOf }
}

describe('engines are told', () => {
  it('the caller, also for a syntax check', async () => {
    const { box, seen } = openBox()
    const api = box.as(key('ann', 'a:*'))
    await api.features.create({ body: withScript('a:x') })
    await api.features.checkWith({ id: 'a:x', body: {} })
    expect(seen).toEqual([{ asker: 'ApiKey:ann' }, { asker: 'ApiKey:ann', owner: 'author:ApiKey:ann' }])
  })

  it('the author of a script, for any caller and place', async () => {
    const { box, ownerOf } = openBox()
    const ann = box.as(key('ann', 'a*'))
    await ann.features.import({ body: [withScript('a1:x'), withScript('a2:x')] })
    expect([await ownerOf('a1:x'), await ownerOf('a2:x')]).toEqual(['author:ApiKey:ann', 'author:ApiKey:ann'])
  })

  it('the first segment of the id for scripts of admins, and the script itself if it is shared', async () => {
    const { box, ownerOf } = openBox()
    await box.features.create({ body: withScript('shop:cart:x') })
    await box.as({ id: 'root', admin: true }).features.create({ body: withScript('top') })
    await box.scripts.create({
      body: { id: 'shared', name: 'Shared', source: { type: 'javascript', script: 'yes' } },
    })
    const parameters = { ref: 'shared' }
    await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters } })
    expect([await ownerOf('shop:cart:x'), await ownerOf('top'), await ownerOf('a')]).toEqual([
      'prefix:shop',
      'prefix:',
      'script:shared',
    ])
  })

  it('the same author after other changes and a restart', async () => {
    const store = memoryStore()
    const { box, ownerOf } = openBox({ store })
    const ann = box.as(key('ann', 'a:*'))
    await ann.features.create({ body: withScript('a:x') })
    await box.features.patch({ id: 'a:x', body: [{ op: 'add', path: '/description', value: 'by an admin' }] })
    await box.features.replace({ id: 'a:x', body: { ...withScript('b:x'), description: 'moved by an admin' } })
    expect(await ownerOf('b:x')).toBe('author:ApiKey:ann')
    expect(await openBox({ store }).ownerOf('b:x')).toBe('author:ApiKey:ann')
    await box.features.create({ body: withScript('a:x') })
    expect(await ownerOf('a:x')).toBe('prefix:a')
  })

  it('the last author, and no earlier one after a deletion', async () => {
    const { box, ownerOf } = openBox()
    const [ann, bob] = [box.as(key('ann', 'a:*')), box.as(key('bob', '*'))]
    await ann.features.create({ body: withScript('a:x') })
    await bob.features.replace({ id: 'a:x', body: withScript('a:x', 'no') })
    expect(await ownerOf('a:x')).toBe('author:ApiKey:bob')
    await box.features.replace({ id: 'a:x', body: withScript('a:x', 'other') })
    expect(await ownerOf('a:x')).toBe('prefix:a')
    await ann.features.replace({ id: 'a:x', body: withScript('a:x', 'yes') })
    await box.features.deleteMany({ pattern: 'a:*' })
    await box.features.create({ body: withScript('a:x') })
    expect(await ownerOf('a:x')).toBe('prefix:a')
  })
})

describe('a call of many scripts', () => {
  it('runs the same script of an owner once, for all features', async () => {
    const { box, seen } = openBox()
    await box.features.import({ body: ['a:1', 'a:2', 'b:1'].map((id) => withScript(id)) })
    seen.length = 0
    expect(await box.features.treeWith({ body: {} })).toEqual({
      a: { 1: { active: true }, 2: { active: true } },
      b: { 1: { active: true } },
    })
    expect(seen).toEqual([{ owner: 'prefix:a' }, { owner: 'prefix:b' }])
  })

  it('runs a limited number of scripts, and reports the others', async () => {
    const { box, seen } = openBox({ scriptsPerCall: 2 })
    await box.features.import({ body: ['a', 'b', 'c'].map((id) => withScript(id, id)) })
    seen.length = 0
    const tree = { a: { active: true }, b: { active: true }, c: { active: false } }
    expect(await box.features.treeWith({ body: {} })).toEqual(tree)
    expect(seen).toHaveLength(2)
    const { flags } = await box.ofrep.evaluateAll({ body: { context: { targetingKey: 'ann' } } })
    const errorDetails = expect.stringContaining('more than 2 different scripts')
    expect(flags).toMatchObject([{ value: true }, { value: true }, { key: 'c', errorCode: 'GENERAL', errorDetails }])
    const { results } = await box.features.checkMany({ body: {} })
    expect(results.map(({ active }) => active)).toEqual([true, true, false])
  })

  it.each([0, 1.5, '3'])('rejects %j as the limit', (scriptsPerCall) => {
    expect(() => createSignalbox({ scriptsPerCall: scriptsPerCall as number })).toThrow(/scriptsPerCall.*whole number/)
  })
})
