import { describe, expect, it } from 'vitest'
import { etagOf } from '../../machine/answers/result-metadata.ts'
import { memoryStore } from '../../memory/store.ts'
import { createSignalbox } from '../../signalbox.ts'
import { baseOf } from '../drafts/drafts.ts'
import type { ApiDefinition } from './api.ts'

/** An API stored before defaults were filled in, with a draft from the same time. */
const stored = {
  id: 'a',
  name: 'a',
  version: '1',
  versions: ['1'],
  enabled: true,
  state: 'staging',
  blueprint: 'REST',
  routes: [{ id: 'r', frontend: { methods: ['GET'] } }],
  flows: [{ id: 'default_plugin_chain' }],
  clients_backend_config: [{ id: 'default_backend_client' }],
  testing: { enabled: false, headerKey: 'X', headerValue: 'v' },
} as const satisfies object
async function before() {
  const store = memoryStore()
  const api = stored as unknown as ApiDefinition
  const box = createSignalbox({ store })
  await box.apis.create({ body: api })
  const draft = { api: { ...api, description: 'drafted' }, base: baseOf(api) }
  await store.commit(
    [
      { op: 'put', collection: 'apis', key: 'a', value: api },
      { op: 'put', collection: 'api-drafts', key: 'a', value: draft },
      { op: 'put', collection: 'workflows', key: 'w', value: { id: 'w', config: { kind: 'noop' } } },
    ],
    [],
  )
  return box
}

describe('a record that was stored before its defaults existed', () => {
  it('is read and listed with defaults, and written only when it changes', async () => {
    const box = await before()
    const read = await box.apis.get({ id: 'a' })
    expect(read).toMatchObject({ tags: [], domain: '', routes: [{ id: 'r', enabled: true, frontend: { paths: [] } }] })
    expect((await box.apis.list()).results[0]).toMatchObject({ tags: [], routes: [{ enabled: true }] })
    expect(etagOf(await box.apis.replace({ id: 'a', body: read }))).toBe(etagOf(read))
    expect(await box.workflows.get({ id: 'w' })).toMatchObject({ name: '', description: '' })
    const body = [{ op: 'replace', path: '/routes/0/enabled', value: false }] as const
    expect(await box.apis.patch({ id: 'a', body: [...body] })).toMatchObject({ routes: [{ id: 'r', enabled: false }] })
  })

  it('is unchanged for a draft of that time', async () => {
    const box = await before()
    expect((await box.apis.lint({ id: 'a' })).problems.map(({ pointer }) => pointer)).not.toContain('/draft')
    expect(await box.apis.draft.get({ id: 'a' })).toMatchObject({ description: 'drafted', tags: [] })
    const { apiDefinition } = await box.apis.deployments.create({ id: 'a', body: {} })
    expect(apiDefinition).toMatchObject({ description: 'drafted', tags: [] })
  })

  it('is changed by later writes, not by defaults', async () => {
    const box = await before()
    await box.apis.patch({ id: 'a', body: { tags: ['t'] } })
    await expect(box.apis.deployments.create({ id: 'a', body: {} })).rejects.toMatchObject({
      members: { members: expect.not.arrayContaining(['domain', 'groups', 'documentation']) },
    })
  })
})
