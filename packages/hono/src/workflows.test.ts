import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { mounted, pair, plainPasswords, secret } from './access.fixture.ts'
import { toHono } from './to-hono.ts'

const step = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })

/** A box over HTTP with a secret config, workflows that read it, and keys for the workflows `open*` and for all. */
async function seeded() {
  const box = createSignalbox({ passwords: plainPasswords })
  await box.configs.create({ body: { id: 'hidden', value: 'the hidden value' } })
  await box.configs.create({ body: { id: 'open', value: 'the open value' } })
  const create = (id: string, config: { kind: string }) => box.workflows.create({ body: { id, config } })
  await create('open-reads', workflow(step('config_get', { id: '${input}' })))
  await create('open-calls', workflow(step('workflow_call', { workflow_id: 'open-reads', input: '${input}' })))
  await create('open-calls-hidden', workflow(step('workflow_call', { workflow_id: 'hidden-calls', input: 'open' })))
  await create('hidden-calls', workflow(step('config_get', { id: '${input}' })))
  await create(
    'open-tries',
    workflow({
      kind: 'try',
      node: step('config_get', { id: '${input}' }),
      catch: { kind: 'value', value: '${error}' },
    }),
  )
  const grants = [{ pattern: 'open*', domains: ['*' as const] }]
  for (const body of [
    { clientId: 'limited', name: 'Limited', clientSecret: secret, authorizedPatterns: grants },
    { clientId: 'admin', name: 'Admin', clientSecret: secret, admin: true },
  ])
    await box.apiKeys.create({ body })
  const call = mounted(box)
  const run = (clientId: string, id: string, input: unknown) =>
    call('POST', `/api/workflows/${id}/_run`, { json: { input }, headers: pair(clientId) })
  return { box, run }
}

describe('a workflow run over HTTP', () => {
  it.each(['open-reads', 'open-calls'])('reads by %s only what its caller may read', async (id) => {
    const { run } = await seeded()
    const answer = await run('limited', id, 'open')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ result: 'the open value' })
    expect(await (await run('admin', id, 'hidden')).json()).toMatchObject({ result: 'the hidden value' })
  })

  it.each(['open-reads', 'open-calls'])('reveals by %s nothing else', async (id) => {
    const { run } = await seeded()
    for (const asked of ['hidden', 'not-there']) {
      const answer = await run('limited', id, asked)
      expect(answer.status).toBe(403)
      const text = await answer.text()
      expect(JSON.parse(text)).toMatchObject({
        code: 'FORBIDDEN',
        node: expect.any(String),
        journal: expect.any(Array),
      })
      expect(text).not.toContain('the hidden value')
    }
  })

  it('requires R on itself and on called workflows', async () => {
    const { run } = await seeded()
    expect((await run('limited', 'open-calls-hidden', null)).status).toBe(403)
    expect((await run('limited', 'hidden-calls', 'open')).status).toBe(403)
    expect(await (await run('admin', 'open-calls-hidden', null)).json()).toMatchObject({ result: 'the open value' })
  })

  it('can catch FORBIDDEN, without learning more', async () => {
    const { run } = await seeded()
    const text = await (await run('limited', 'open-tries', 'hidden')).text()
    expect(JSON.parse(text)).toMatchObject({ result: { code: 'FORBIDDEN' } })
    expect(text).not.toContain('the hidden value')
  })

  it('ends when its caller disconnects', async () => {
    let begun = () => {}
    const isCalled = new Promise<void>((resolve) => {
      begun = resolve
    })
    let isGivenUp = () => {}
    const givenUp = new Promise<void>((resolve) => {
      isGivenUp = resolve
    })
    const fetch = (_: string, { signal }: RequestInit): Promise<Response> => {
      signal?.addEventListener('abort', () => isGivenUp())
      begun()
      return new Promise(() => {})
    }
    const box = createSignalbox({ workflows: { fetch } })
    const config = workflow(step('http_client', { url: 'https://elsewhere.example.com' }))
    await box.workflows.create({ body: { id: 'calls', config } })
    const caller = new AbortController()
    const { request } = toHono(box, { access: 'open' })
    const answer = request('/api/workflows/calls/_run', { method: 'POST', signal: caller.signal })
    await isCalled
    caller.abort()
    await givenUp
    expect((await answer).status).toBe(503)
  })
})
