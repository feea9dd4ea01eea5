import { describe, expect, it } from 'vitest'
import { compile, createSignalbox, memoryStore, SignalboxError, type Store } from '../../index.ts'
import { canonicalJson } from '../../machine/json/canonical-json.ts'

const routes = Array.from({ length: 200 }, (_, n) => ({
  id: `route-${n}`,
  name: `Route ${n}`,
  frontend: { paths: [`/path/${n}`], methods: ['GET', 'POST'], strip_path: true },
  backend: 'b',
  flow_ref: 'default_plugin_chain',
}))
const api = {
  id: 'a',
  name: 'A',
  domain: 'a.tld',
  context_path: '/v1',
  routes,
  backends: [{ id: 'b', backend: { targets: [{ hostname: 'one.tld' }] } }],
}

/** A store that reports its content and counts what is written to it. */
function watchedStore() {
  const store = memoryStore()
  const written = { commits: 0, bytes: 0 }
  const commit: Store['commit'] = (changes, events) => {
    written.commits++
    written.bytes += JSON.stringify(changes).length
    return store.commit(changes, events)
  }
  async function kept(collection: string) {
    const values: unknown[] = []
    for await (const { value } of store.scan(collection)) values.push(value)
    return { count: values.length, bytes: JSON.stringify(values).length }
  }
  return { store: { ...store, commit }, written, kept }
}

describe('50 publications of an API with 200 routes', () => {
  it('without changes store one definition, and write little each', async () => {
    const { store, written, kept } = watchedStore()
    const box = createSignalbox({ store })
    await box.apis.create({ body: api })
    await box.apis.deployments.create({ id: 'a', body: {} })
    const size = JSON.stringify(await box.apis.get({ id: 'a' })).length
    const before = { ...written }
    for (let n = 1; n < 50; n++) await box.apis.deployments.create({ id: 'a', body: {} })
    expect(written.commits - before.commits).toBe(49)
    expect((await kept('api-definitions')).count).toBe(1)
    expect((await kept('api-deployments')).bytes).toBeLessThan(50 * 400)
    expect(written.bytes - before.bytes).toBeLessThan(49 * size)
  })

  it('with changes store 50 definitions, even after 70', async () => {
    const { store, kept } = watchedStore()
    const box = createSignalbox({ store })
    await box.apis.create({ body: { ...api, state: 'staging' } })
    await box.apis.deployments.create({ id: 'a', body: {} })
    for (let n = 1; n < 70; n++) await box.apis.patch({ id: 'a', body: { description: `${n}` } })
    const { count, bytes } = await kept('api-definitions')
    const { deployments = [], ...saved } = await box.apis.get({ id: 'a' })
    expect([count, deployments.length]).toEqual([50, 50])
    expect(bytes).toBeLessThan(51 * JSON.stringify(saved).length)
    await box.apis.delete({ id: 'a' })
    for (const collection of ['apis', 'api-drafts', 'api-deployments', 'api-definitions'])
      expect((await kept(collection)).count).toBe(0)
  })
})

describe('a deployed definition', () => {
  it('is stored under the digest of its canonical text, for any order of members', async () => {
    const { store, kept } = watchedStore()
    const box = createSignalbox({ store })
    await box.apis.create({ body: { ...api, metadata: { x: 1, y: 2 } } })
    await box.apis.deployments.create({ id: 'a', body: {} })
    const before = await box.apis.get({ id: 'a' })
    await box.apis.patch({ id: 'a', body: [{ op: 'replace', path: '/metadata', value: { y: 2, x: 1 } }] })
    await box.apis.deployments.create({ id: 'a', body: {} })
    const after = await box.apis.get({ id: 'a' })
    expect(canonicalJson(after.metadata)).toBe(canonicalJson(before.metadata))
    expect(after.deployments).toHaveLength(2)
    expect((await kept('api-definitions')).count).toBe(1)
  })

  it('compiles after a restore to the same bytes as before', async () => {
    const box = createSignalbox()
    await box.apis.create({ body: api })
    const { id: deploymentId } = await box.apis.deployments.create({ id: 'a', body: { version: '1' } })
    const compiled = async () => {
      const saved = await box.apis.get({ id: 'a' })
      return JSON.stringify(compile(saved, { live: saved.deployments![0]!.apiDefinition! }))
    }
    const live = await compiled()
    await box.apis.patch({ id: 'a', body: { version: '2', routes: [], backends: [], metadata: { new: true } } })
    expect(await compiled()).not.toBe(live)
    await box.apis.deployments.restore({ id: 'a', deploymentId })
    expect(await compiled()).toBe(live)
  })
})

describe('a publication', () => {
  it('by many concurrent calls of two processes appends each, and the newest is the saved API', async () => {
    const store = memoryStore()
    const boxes = [createSignalbox({ store }), createSignalbox({ store })] as const
    await boxes[0].apis.create({ body: { id: 'a', name: 'a' } })
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? boxes[0].apis.deployments.create({ id: 'a', body: { version: `${n}` } })
          : boxes[1].apis.deployments.create({ id: 'a', body: { version: `${n}` } }),
      ),
    )
    const { deployments = [], version, versions } = await boxes[1].apis.get({ id: 'a' })
    expect(deployments.map((one) => Number(one.version)).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(deployments[0]?.version).toBe(version)
    expect(versions).toHaveLength(11)
  })

  it('by concurrent uploads of two processes keeps every line', async () => {
    const store = memoryStore()
    const boxes = [createSignalbox({ store }), createSignalbox({ store })]
    await boxes[0]!.apis.create({ body: { id: 'a', name: 'a' } })
    const line = (n: number) => ({
      id: `d${n}`,
      apiRef: 'a',
      at: n,
      version: `${n}`,
      apiDefinition: { id: 'a', name: `${n}` },
    })
    await Promise.all(boxes.map((box, i) => box.apis.deployments.import({ body: [line(i), line(i + 2)] })))
    const { results } = await boxes[0]!.apis.deployments.list({ id: 'a' })
    expect(results.map(({ version }) => version)).toEqual(['3', '2', '1', '0'])
  })

  it('names the caller, unless another owner is given', async () => {
    const box = createSignalbox()
    await box.apis.create({ body: { id: 'a', name: 'a' } })
    const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'a', domains: ['Api'] }] })
    expect(await ann.apis.deployments.create({ id: 'a', body: {} })).toMatchObject({ owner: 'ann' })
    expect(await ann.apis.deployments.create({ id: 'a', body: { owner: 'ben' } })).toMatchObject({ owner: 'ben' })
  })
})

describe('the grants of an API', () => {
  const reader = [{ pattern: 'a', rights: [], domains: ['Api' as const] }]
  it('cover its drafts and deployments, and keep its secrets from exports', async () => {
    const secret = 'not to be seen'
    const box = createSignalbox()
    const plan = { id: 'p', access_mode_configuration_type: 'jwt' as const, access_mode_configuration: { secret } }
    for (const id of ['a', 'b']) {
      await box.apis.create({ body: { id, name: id, documentation: { plans: [plan] } } })
      await box.apis.deployments.create({ id, body: {} })
      await box.apis.draft.patch({ id, body: { description: 'drafted' } })
    }
    const as = box.as({ id: 'reader', authorizedPatterns: reader })
    const admin = box.as({ id: 'admin', admin: true })
    const exported = async ({ apis }: typeof as) => {
      const lines: unknown[] = []
      for (const all of [await apis.export(), await apis.deployments.export(), await apis.draft.export()])
        for await (const line of all as AsyncIterable<unknown>) lines.push(line)
      return lines
    }
    expect(await exported(as)).toHaveLength(3)
    expect(JSON.stringify([await exported(as), await exported(admin)])).not.toContain(secret)
    expect(JSON.stringify(await exported(box))).toContain(secret)
    for (const call of [
      () => as.apis.draft.patch({ id: 'a', body: {} }),
      () => as.apis.deployments.create({ id: 'a', body: {} }),
      () => as.apis.duplicate({ id: 'a', body: {} }),
      () => as.apis.draft.get({ id: 'b' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' } satisfies Partial<SignalboxError>)
  })

  it('hide the users of a stored backend from callers who may not read it', async () => {
    const box = createSignalbox()
    await box.backends.create({ body: { id: 'b' } })
    for (const id of ['a', 'hidden'])
      await box.apis.create({ body: { id, name: id, routes: [{ id: 'r', backend: 'b' }] } })
    const some = box.as({ id: 'some', authorizedPatterns: [...reader, { pattern: '*', domains: ['Backend'] }] })
    const failure = await some.backends.delete({ id: 'b' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SignalboxError)
    expect((failure as SignalboxError).message).toContain('a, 1 more')
    expect((failure as SignalboxError).message).not.toContain('hidden')
  })
})
