import { describe, expect, it, vi } from 'vitest'
import type { GatewayWorkflows } from '../../engines/engines.ts'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const hooksOf = (run: GatewayWorkflows['run'], config: object = {}, reported: unknown[] = []) =>
  compiled('WorkflowAccess', { workflow: 'may', ...config }, { engines: { workflows: { run } }, reported })
const verdictOf = (result: unknown, config: object = {}, reported: unknown[] = []) =>
  hooksOf(async () => ({ result }), config, reported).request!(fakeExchange())
const forbidden = { refuse: 'errors.consumer.forbidden', status: 403 }

describe('WorkflowAccess', () => {
  it.each([true, { allow: true }, { allow: true, headers: null }])('admits with %o', async (result) => {
    expect(await verdictOf(result)).toBeUndefined()
  })

  it.each<[result: unknown, verdict: object]>([
    [false, forbidden],
    [{ allow: false }, forbidden],
    [
      { allow: false, status: 402, message: 'Pay first' },
      { ...forbidden, status: 402, message: 'Pay first' },
    ],
    [{ allow: false, status: 200 }, forbidden],
    [{ allow: false, status: '402', message: 7 }, forbidden],
  ])('refuses with %o', async (result, verdict) => {
    expect(await verdictOf(result)).toEqual(verdict)
  })

  it('refuses with the status of its configuration', async () => {
    expect(await verdictOf(false, { status: 404 })).toEqual({ ...forbidden, status: 404 })
  })

  it.each([null, undefined, 'true', 1, [], {}, { allow: 'true' }, { allowed: true }])(
    'refuses what is no decision, and reports it: %o',
    async (result) => {
      const reported: unknown[] = []
      expect(await verdictOf(result, {}, reported)).toEqual({ refuse: 'errors.workflow.failed' })
      expect(reported).toHaveLength(1)
    },
  )

  it('refuses if the workflow fails', async () => {
    const { request } = hooksOf(() => Promise.reject(new Error('no')))
    expect(await request!(fakeExchange())).toEqual({ refuse: 'errors.workflow.failed' })
  })

  it('runs the workflow in the trace of the request', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const run = vi.fn<GatewayWorkflows['run']>(async () => ({ result: true }))
    await hooksOf(run).request!(fakeExchange({ headers: ['traceparent', traceparent] }))
    await hooksOf(run).request!(fakeExchange())
    expect(run.mock.calls.map(([, options]) => options?.traceparent)).toEqual([traceparent, undefined])
  })

  it('sets headers for the backend', async () => {
    const exchange = fakeExchange({ headers: ['X-Role', 'forged'] })
    await hooksOf(async () => ({ result: { allow: true, headers: { 'X-Role': 'admin' } } })).request!(exchange)
    expect(exchange.out.all('x-role')).toEqual(['admin'])
  })

  it.each(['Host', 'Content-Length', 'Gateway-Consumer-Id', 'X-Forwarded-For'])(
    'refuses if the workflow sets the header %s',
    async (name) => {
      const exchange = fakeExchange()
      const { request } = hooksOf(async () => ({ result: { allow: true, headers: { [name]: '1' } } }))
      expect(await request!(exchange)).toEqual({ refuse: 'errors.workflow.failed' })
      expect(exchange.out.has(name.toLowerCase())).toBe(false)
    },
  )

  it('tells the workflow who calls, without the body', async () => {
    const run = vi.fn<GatewayWorkflows['run']>(async () => ({ result: true }))
    const hooks = hooksOf(run)
    await hooks.request!(fakeExchange({ consumer: { id: 'acme' }, body: new Uint8Array([1]) }))
    expect(run.mock.calls[0]![0]).toMatchObject({ id: 'may', body: { input: { consumer: { id: 'acme' } } } })
    expect(run.mock.calls[0]![0].body.input).not.toHaveProperty('request.body')
    expect(hooks.body).toBeUndefined()
  })
})
