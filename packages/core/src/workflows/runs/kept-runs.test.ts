import { describe, expect, it } from 'vitest'
import { type Fetch, gatewayIdentity } from '../../index.ts'
import { testBox } from '../../machine/callers/access.fixture.ts'

const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })
const value = (given: unknown) => ({ kind: 'value', value: given })
const grants = (rights: ('R' | 'U')[], pattern = 'w') => ({
  authorizedPatterns: [{ pattern, rights, domains: ['Workflow' as const] }],
})

describe('the kept runs of a workflow', () => {
  it('name who ran it', async () => {
    const box = testBox()
    await box.workflows.create({ body: { id: 'w', config: workflow(value(1)) } })
    await box.workflows.run({ id: 'w' })
    await box.as({ id: 'ann', name: 'Ann', ...grants(['R']) }).workflows.run({ id: 'w' })
    const { results } = await box.workflows.runs({ id: 'w' })
    expect(results.map(({ by }) => by)).toEqual([{ id: 'ann', name: 'Ann', kind: 'Embedder' }, undefined])
  })

  it('have those of gateways', async () => {
    const box = testBox()
    await box.workflows.create({ body: { id: 'w', config: workflow(value(1)) } })
    const slot = { plugin: 'cp:gateway.next.plugins.WorkflowBackend', config: { workflow: 'w' } }
    await box.apis.create({ body: { id: 'shop', name: 'Shop', flows: [{ id: 'f', plugins: { slots: [slot] } }] } })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    await box.as(gatewayIdentity({ id: 'edge' })).workflows.run({ id: 'w', body: { input: { path: '/' } } })
    const [run] = (await box.workflows.runs({ id: 'w' })).results
    expect(run?.by).toEqual({ id: 'edge', name: 'edge', kind: 'Gateway' })
    expect(run?.details?.input).toEqual({ path: '/' })
  })

  it('have details only for callers with the right U, and are only for those with R', async () => {
    const box = testBox()
    const config = workflow({ kind: 'error', message: 'No ${input.item}' })
    await box.workflows.create({ body: { id: 'w', config } })
    await box.workflows.run({ id: 'w', body: { input: { item: 'marble' } } }).catch(() => {})
    const [run] = (await box.workflows.runs({ id: 'w' })).results
    const seen = (rights: ('R' | 'U')[], pattern?: string) =>
      box.as({ id: 'ann', ...grants(rights, pattern) }).workflows.runs({ id: 'w' })
    expect((await seen(['R', 'U'])).results).toEqual([run])
    const { details, ...rest } = run ?? {}
    expect(details).toMatchObject({ message: 'Node /steps/0: No marble', node: '/steps/0' })
    expect((await seen(['R'])).results).toEqual([rest])
    expect(JSON.stringify(rest)).not.toContain('marble')
    await expect(seen(['U'], 'other')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('contain no secrets that the run has seen, nor long values', async () => {
    const fetch: Fetch = async () => Response.json({ access_token: 'a-token-of-theirs', name: 'ann' })
    const box = testBox({ workflows: { fetch } })
    const headers = { authorization: 'Bearer ${input.proof}' }
    const args = { url: 'https://x.tld/', headers }
    const config = workflow(
      { kind: 'call', function: 'core.http_client', args, result: 'answer' },
      value({ password: 'the password', echo: '${input.proof}', body: '${answer.body}', text: 'y'.repeat(5000) }),
    )
    await box.workflows.create({ body: { id: 'w', config } })
    const { result } = await box.workflows.run({ id: 'w', body: { input: { proof: 'proof-of-ann', key: 7 } } })
    expect(JSON.stringify(result)).toContain('proof-of-ann')
    const [run] = (await box.workflows.runs({ id: 'w' })).results
    const text = JSON.stringify(run)
    for (const secret of ['proof-of-ann', 'the password', 'a-token-of-theirs']) expect(text).not.toContain(secret)
    expect(run?.details?.input).toEqual({ proof: '********', key: 7 })
    expect(JSON.stringify(run?.details?.result).length).toBeLessThan(1500)
  })

  it('are not kept of refused calls, nor of a workflow that was deleted', async () => {
    const box = testBox()
    const body = { id: 'w', config: workflow(value(1)) }
    await box.workflows.create({ body })
    await box.workflows.run({ id: 'w' })
    await expect(box.as({ id: 'bob' }).workflows.run({ id: 'w' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await box.workflows.runs({ id: 'w' })).results).toHaveLength(1)
    await box.workflows.delete({ id: 'w' })
    await box.workflows.create({ body })
    expect((await box.workflows.runs({ id: 'w' })).results).toEqual([])
  })

  it('have no runs of unsaved workflows, and count called workflows as part of their run', async () => {
    const box = testBox()
    await box.workflows.create({ body: { id: 'inner', config: workflow(value(1)) } })
    const config = workflow({ kind: 'call', function: 'core.workflow_call', args: { workflow_id: 'inner' } })
    await box.workflows.create({ body: { id: 'w', config } })
    await box.workflows.test({ body: { config } })
    await box.workflows.run({ id: 'w' })
    const [run, ...others] = (await box.workflows.runs({ id: 'w' })).results
    expect(others).toEqual([])
    expect(run?.details?.journal.map(({ node }) => node)).toContain('inner#/steps/0')
    expect((await box.workflows.runs({ id: 'inner' })).results).toEqual([])
    await expect(box.workflows.runs({ id: '_test' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
