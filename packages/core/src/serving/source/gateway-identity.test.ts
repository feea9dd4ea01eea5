import { expect, it } from 'vitest'
import type { Identity } from '../../machine/callers/caller.ts'
import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import { createSignalbox } from '../../signalbox.ts'
import type { WorkflowOptions } from '../../workflows/options.ts'
import { gatewayIdentity } from './gateway-identity.ts'

const apiWith = (workflow: string) =>
  ({
    ...{ id: 'shop', name: 'Shop' },
    flows: [{ id: 'f', plugins: { slots: [{ plugin: `${PLUGIN_PREFIX}WorkflowBackend`, config: { workflow } }] } }],
  }) as never

async function setUp(workflows: WorkflowOptions = {}) {
  const box = createSignalbox({ workflows })
  for (const id of ['quote', 'other', 'writes'])
    await box.workflows.create({ body: { id, config: { kind: 'workflow', steps: [] } } as never })
  await box.features.create({ body: { id: 'shop:a', enabled: true, activationStrategy: 'NO_STRATEGY' } as never })
  const run = (id: string) =>
    box
      .as(gatewayIdentity())
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

it('a gateway runs workflows without reading them, by a gateway key as in this process', async () => {
  const { box } = await setUp()
  await box.apis.create({ body: apiWith('quote') })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  const byKey = (await box.identify({ gatewayKey: key })) as Identity<never>
  for (const { workflows, apis } of [box.as(gatewayIdentity()), box.as(byKey)]) {
    expect(await workflows.run({ id: 'quote', body: {} })).toHaveProperty('result')
    await expect(workflows.get({ id: 'quote' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(workflows.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(workflows.run({ id: 'other', body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(apis.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

it.each([
  [undefined, 'FORBIDDEN'],
  ['shop:*$$$R', true],
])('workflows that a gateway runs have the rights %s, in this process and by a gateway key', async (grants, result) => {
  const { box } = await setUp(grants === undefined ? {} : { gatewayGrants: grants })
  const check = { kind: 'call', function: 'core.feature_check', args: { id: 'shop:a' } }
  await box.workflows.create({ body: { id: 'asks', config: { kind: 'workflow', steps: [check] } } as never })
  await box.apis.create({ body: apiWith('asks') })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
  const byKey = (await box.identify({ gatewayKey: key })) as Identity<never>
  for (const { workflows } of [box.as(gatewayIdentity()), box.as(byKey)]) {
    const run = await workflows.run({ id: 'asks', body: {} }).catch((error) => ({ result: error.code, error }))
    expect(run).toMatchObject({ result })
  }
})

it('nobody runs workflows by calling itself a gateway', async () => {
  const { box } = await setUp()
  await box.apis.create({ body: apiWith('quote') })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  for (const identity of [{ ...gatewayIdentity() }, { id: 'x', kind: 'Gateway' }, { id: 'x', kind: 'GatewayKey' }])
    await expect(box.as(identity).workflows.run({ id: 'quote', body: {} })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('each workflow that a gateway runs has a share of the concurrent runs of its own', async () => {
  const ends: (() => void)[] = []
  const fetch = () => new Promise<Response>((end) => void ends.push(() => end(new Response('{}'))))
  const { box, run } = await setUp({ fetch, runs: 4 })
  const call = { kind: 'call', function: 'core.http_client', args: { url: 'https://slow.example' } }
  await box.workflows.create({ body: { id: 'slow', config: { kind: 'workflow', steps: [call] } } as never })
  for (const id of ['slow', 'quote'])
    await box.apis.create({ body: { ...(apiWith(id) as object), id: `shop-${id}`, name: id } as never })
  for (const id of ['slow', 'quote']) await box.apis.deployments.create({ id: `shop-${id}`, body: {} })
  const slow = [run('slow'), run('slow')]
  await expect.poll(() => ends.length).toBe(2)
  expect([await run('slow'), await run('quote')]).toEqual(['TOO_MANY_REQUESTS', 'ran'])
  for (const end of ends) end()
  await Promise.all(slow)
})
