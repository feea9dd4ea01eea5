import { expect, it } from 'vitest'
import type { Identity } from '../callers/caller.ts'
import { memoryStore } from '../memory/store.ts'
import { PLUGIN_PREFIX } from '../plugins/plugin.ts'
import { createSignalbox } from '../signalbox.ts'
import { gatewayIdentity } from './gateway-identity.ts'

const apiWith = (workflow: string) =>
  ({
    ...{ id: 'shop', name: 'Shop' },
    flows: [{ id: 'f', plugins: { slots: [{ plugin: `${PLUGIN_PREFIX}WorkflowBackend`, config: { workflow } }] } }],
  }) as never

async function setUp() {
  const store = memoryStore()
  const box = createSignalbox({ store })
  for (const id of ['quote', 'other', 'writes'])
    await box.workflows.create({ body: { id, config: { kind: 'workflow', steps: [] } } as never })
  await box.features.create({ body: { id: 'shop:a', enabled: true, activationStrategy: 'NO_STRATEGY' } as never })
  const run = async (id: string, grants?: string) =>
    box
      .as(gatewayIdentity({ ...(grants !== undefined && { grants }) }))
      .workflows.run({ id, body: {} })
      .then(
        () => 'ran',
        ({ code }) => code,
      )
  return { box, run }
}

it('a gateway runs the workflows that deployed APIs and drafts name, and no others', async () => {
  const { box, run } = await setUp()
  await box.apis.create({ body: apiWith('quote') })
  expect(await run('quote')).toBe('FORBIDDEN')
  await box.apis.deployments.create({ id: 'shop', body: {} })
  expect([await run('quote'), await run('other')]).toEqual(['ran', 'FORBIDDEN'])
  await box.apis.draft.replace({ id: 'shop', body: apiWith('other') })
  expect([await run('quote'), await run('other')]).toEqual(['ran', 'ran'])
  await box.apis.deployments.create({ id: 'shop', body: {} })
  expect([await run('quote'), await run('other')]).toEqual(['FORBIDDEN', 'ran'])
})

it('a gateway reads features, and writes what it is granted', async () => {
  const { box } = await setUp()
  const patch = { id: 'shop:a', body: [{ op: 'replace', path: '/enabled', value: false }] } as const
  const gateway = box.as(gatewayIdentity())
  expect(await gateway.features.get({ id: 'shop:a' })).toMatchObject({ enabled: true })
  await expect(gateway.features.patch(patch as never)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(gateway.apis.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const granted = box.as(gatewayIdentity({ id: 'edge-1', grants: 'shop:*$$$RU' }))
  expect(await granted.features.patch(patch as never)).toMatchObject({ enabled: false })
})

it('a gateway runs workflows without reading them, by a gateway key as in this process', async () => {
  const { box } = await setUp()
  await box.apis.create({ body: apiWith('quote') })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  const byKey = (await box.identify({ gatewayKey: key })) as Identity<never>
  for (const { workflows, features, apis } of [box.as(gatewayIdentity()), box.as(byKey)]) {
    expect(await workflows.run({ id: 'quote', body: {} })).toHaveProperty('result')
    await expect(workflows.get({ id: 'quote' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(workflows.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(workflows.run({ id: 'other', body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await features.get({ id: 'shop:a' })).toMatchObject({ enabled: true })
    await expect(apis.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

it('a gateway runs further workflows on which it is granted rights', async () => {
  const { box } = await setUp()
  const granted = box.as(gatewayIdentity({ grants: [{ pattern: 'other', rights: ['R'], domains: ['Workflow'] }] }))
  expect(await granted.workflows.run({ id: 'other', body: {} })).toHaveProperty('result')
  await expect(granted.workflows.run({ id: 'quote', body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('nobody runs workflows by calling itself a gateway', async () => {
  const { box } = await setUp()
  await box.apis.create({ body: apiWith('quote') })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  for (const identity of [{ ...gatewayIdentity() }, { id: 'x', kind: 'Gateway' }, { id: 'x', kind: 'GatewayKey' }])
    await expect(box.as(identity).workflows.run({ id: 'quote', body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
