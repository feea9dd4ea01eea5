import { describe, expect, it } from 'vitest'
import { testBox } from '../machine/callers/access.fixture.ts'
import { problem } from '../machine/errors/errors.ts'

const theirs = {
  id: 'theirs-be',
  backend: { targets: [{ hostname: 'canary.internal', port: 8443 }], note: 'canary of theirs' },
}
const named = (backend: string, id = 'mine-a') => ({
  id,
  name: 'x',
  backends: [{ id: 'own', backend: { targets: [{ hostname: 'own.local' }] } }],
  routes: [{ id: 'r', backend, frontend: { paths: ['/o'] } }],
})
const all = ['C', 'R', 'U', 'D'] as const

async function openBox() {
  const box = testBox()
  await box.backends.create({ body: theirs })
  await box.backends.create({ body: { ...theirs, id: 'mine-be' } })
  const lim = box.as({ id: 'lim', authorizedPatterns: [{ pattern: 'mine-*', rights: [...all], domains: ['*'] }] })
  return { box, lim }
}

const refused = (backend: string) => ({
  code: 'INVALID',
  fieldErrors: { '/routes/0/backend': [problem('error.reference', backend)] },
})

describe('a stored backend that a writer may not read', () => {
  it('cannot be referenced by any write of an API, and is rejected like an unknown one', async () => {
    const { box, lim } = await openBox()
    await lim.apis.create({ body: named('own') })
    const { deployments, ...saved } = await lim.apis.get({ id: 'mine-a' })
    const ways = [
      (backend: string) => lim.apis.create({ body: named(backend, 'mine-new') }),
      (backend: string) => lim.apis.replace({ id: 'mine-a', body: named(backend) }),
      (backend: string) =>
        lim.apis.patch({ id: 'mine-a', body: [{ op: 'replace', path: '/routes/0/backend', value: backend }] }),
      (backend: string) => lim.apis.draft.replace({ id: 'mine-a', body: named(backend) }),
      (backend: string) =>
        lim.apis.draft.patch({ id: 'mine-a', body: [{ op: 'replace', path: '/routes/0/backend', value: backend }] }),
    ]
    for (const write of ways) {
      await expect(write('theirs-be')).rejects.toMatchObject(refused('theirs-be'))
      await expect(write('theirs-none')).rejects.toMatchObject(refused('theirs-none'))
      const messages = await Promise.all(
        ['theirs-be', 'theirs-none'].map((one) => write(one).catch(({ message }: Error) => message.replace(one, ''))),
      )
      expect(messages[0]).toBe(messages[1])
    }
    const split = {
      plugin: 'cp:gateway.next.plugins.ExperimentSplit',
      config: { experiment: 'mine-x', backends: { a: 'theirs-be' } },
    }
    await expect(
      lim.apis.patch({ id: 'mine-a', body: { flows: [{ id: 'f', plugins: { slots: [split] } }] } }),
    ).rejects.toMatchObject({ code: 'INVALID' })
    expect(deployments).toEqual([])
    expect(await box.apis.get({ id: 'mine-a' })).toMatchObject(saved)
    await expect(box.backends.delete({ id: 'theirs-be' })).resolves.toMatchObject({ id: 'theirs-be' })
  })

  it('cannot be referenced by uploads of APIs, drafts and deployments', async () => {
    const { lim } = await openBox()
    await lim.apis.create({ body: named('own') })
    const bad = named('theirs-be')
    const deployment = { id: 'd', apiRef: 'mine-a', at: 1, version: '1', apiDefinition: bad }
    for (const result of [
      await lim.apis.import({ body: [named('theirs-be', 'mine-b')], strategy: 'Replace' }),
      await lim.apis.draft.import({ body: [{ api: bad }] }),
      await lim.apis.deployments.import({ body: [deployment] }),
    ]) {
      expect(result.success).toBe(0)
      expect(result.errors.fieldErrors).toMatchObject({
        '/1/routes/0/backend': [problem('error.reference', 'theirs-be')],
      })
    }
  })

  it('cannot be referenced by a copy or an earlier deployment', async () => {
    const { box } = await openBox()
    await box.apis.create({ body: named('theirs-be') })
    await box.apis.deployments.create({ id: 'mine-a', body: {} })
    const [first] = (await box.apis.deployments.list({ id: 'mine-a' })).results
    await box.apis.replace({ id: 'mine-a', body: named('own') })
    const { lim } = {
      lim: box.as({ id: 'lim', authorizedPatterns: [{ pattern: 'mine-*', rights: [...all], domains: ['*'] }] }),
    }
    const restored = lim.apis.deployments.restore({ id: 'mine-a', deploymentId: first!.id })
    await expect(restored).rejects.toMatchObject({ code: 'CONFLICT' })
    await box.apis.replace({ id: 'mine-a', body: named('theirs-be') })
    const copied = lim.apis.duplicate({ id: 'mine-a', body: { id: 'mine-copy', context_path: '/c' } })
    await expect(copied).rejects.toMatchObject(refused('theirs-be'))
  })

  it('can stay in an API that references it already', async () => {
    const { box, lim } = await openBox()
    await box.apis.create({ body: named('theirs-be') })
    expect(await lim.apis.patch({ id: 'mine-a', body: { description: 'edited' } })).toMatchObject({
      description: 'edited',
    })
    await lim.apis.draft.patch({ id: 'mine-a', body: { description: 'drafted' } })
    await lim.apis.deployments.create({ id: 'mine-a', body: {} })
  })

  it('is hidden from them though others with the same APIs were just shown it', async () => {
    const { box } = await openBox()
    await box.apis.create({ body: named('theirs-be') })
    await box.apis.deployments.create({ id: 'mine-a', body: {} })
    const apis = { pattern: 'mine-*', domains: ['Api' as const] }
    const backends = { pattern: '*', domains: ['Backend' as const] }
    const hiddenFrom = async (...authorizedPatterns: (typeof apis | typeof backends)[]) =>
      (await box.as({ id: 'a', authorizedPatterns }).routes({})).routes[0]?.backend.hidden
    expect([await hiddenFrom(apis, backends), await hiddenFrom(apis)]).toEqual([undefined, true])
  })

  it('is hidden in compiled routes, which are still returned', async () => {
    const { box, lim } = await openBox()
    await box.apis.create({ body: named('theirs-be') })
    await box.apis.deployments.create({ id: 'mine-a', body: {} })
    const hidden = { ref: 'theirs-be', stored: true, hidden: true, targets: [], client: {} }
    for (const { routes } of [await lim.routes({}), await lim.apis.routes({ id: 'mine-a' })]) {
      expect(routes.map(({ id, backend }) => [id, backend])).toEqual([['mine-a:r', hidden]])
      expect(JSON.stringify(routes)).not.toContain('canary')
    }
    await box.apis.draft.patch({ id: 'mine-a', body: { context_path: '/next' } })
    const drafted = await lim.apis.draft.routes({ id: 'mine-a' })
    expect(drafted.routes.map(({ id, backend }) => [id, backend])).toEqual([['mine-a:r', hidden]])
    expect(JSON.stringify(drafted)).not.toContain('canary')
    await box.apis.draft.delete({ id: 'mine-a' })
    expect((await box.apis.routes({ id: 'mine-a' })).routes[0]?.backend.targets[0]?.hostname).toBe('canary.internal')
    const [own] = (await lim.apis.replace({ id: 'mine-a', body: named('mine-be') })).routes ?? []
    expect(own?.backend).toBe('mine-be')
    await lim.apis.deployments.create({ id: 'mine-a', body: {} })
    expect((await lim.routes({})).routes[0]?.backend.targets[0]?.hostname).toBe('canary.internal')
  })
})
