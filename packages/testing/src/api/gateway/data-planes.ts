import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import type { ApiTest } from '../api-test.ts'

/** The operations on data planes, of an instance without one. */
export function describeDataPlanes(test: ApiTest): void {
  describe('the data planes', () => {
    test('are listed, with the id of the newest event', async ({ api }) => {
      expect(await api.gateway.list()).toEqual({ revision: expect.any(Number), results: [] })
    })

    test('list no backends if there is none', async ({ api }) => {
      expect(await api.gateway.backends()).toEqual({ results: [] })
    })

    test('have counted nothing if there is none', async ({ api }) => {
      expect(await api.gateway.traffic()).toEqual({ results: [] })
      expect(await api.gateway.traffic({ api: 'shop' })).toEqual({ results: [] })
      await expect(api.gateway.traffic({ api: '' })).rejects.toMatchObject({ code: 'INVALID' })
    })

    test('have ended no request if there is none', async ({ api }) => {
      expect(await api.gateway.outcomes()).toEqual({ results: [] })
      expect(await api.gateway.outcomes({ api: 'shop', minutes: true })).toEqual({ results: [] })
    })

    test('have reported no usage', async ({ api }) => {
      expect(await api.gateway.usage()).toEqual({
        results: [],
        totals: { requests: 0, limited: 0, bytesIn: 0, bytesOut: 0, backendMs: 0 },
        metadata: { page: 1, pageSize: 15, count: 0, nbPages: 0 },
      })
      expect(await collect(api.gateway.exportUsage({ api: 'a', by: 'day' }))).toEqual([])
    })

    test('reject ranges of usage that are none', async ({ api }) => {
      await expect(api.gateway.usage({ from: '2026-01-02', to: '2026-01-01' })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { to: [expect.anything()] },
      })
      await expect(api.gateway.usage({ from: 'today' })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { from: [expect.anything()] },
      })
    })

    test('explain a request only if there is one', async ({ api }) => {
      await expect(api.gateway.explain({ body: { url: 'https://api.x.tld/orders' } })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [{ message: 'error.gateway.none', args: [] }],
      })
    })

    test('have captured nothing', async ({ api }) => {
      expect(await api.gateway.captures({ api: 'shop' })).toEqual({ results: [] })
    })

    test('know no request that they have not served', async ({ api }) => {
      await expect(api.gateway.decision({ requestId: 'r1' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        errors: [{ message: 'error.gateway.decision.unknown', args: [] }],
      })
    })

    test('have gateway keys, each shown once', async ({ api }) => {
      const { id, key } = await api.gatewayKeys.create({ body: { id: 'edge', name: 'Edge' } })
      expect([id, key]).toEqual(['edge', expect.stringMatching(/^sbxg_edge_[a-z2-9]{52}$/)])
      const shown = { id: 'edge', name: 'Edge' }
      expect(await api.gatewayKeys.get({ id: 'edge' })).toEqual(shown)
      expect((await api.gatewayKeys.list()).results).toEqual([shown])
      expect(JSON.stringify(await collect(api.gatewayKeys.export()))).not.toContain(key)
      await api.gatewayKeys.delete({ id: 'edge' })
      await expect(api.gatewayKeys.get({ id: 'edge' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const body = [{ ...shown, keyHash: `hmac-sha256$${'a'.repeat(32)}$${'b'.repeat(64)}` }]
      expect(await api.gatewayKeys.import({ body })).toEqual({ success: 1, errors: expect.anything() })
    })

    test('alone read what they serve, and report', async ({ api }) => {
      const plane = { id: 'p', state: 'fresh' as const, revision: 0, routes: 0, since: 0, notes: [], version: '1' }
      const refused = { code: 'FORBIDDEN' }
      await expect(collect(api.gateway.snapshot())).rejects.toMatchObject(refused)
      const changes = async () => collect(await api.gateway.changes({ after: 0 }))
      await expect(changes()).rejects.toMatchObject(refused)
      await expect(api.gateway.report({ body: { plane } })).rejects.toMatchObject(refused)
    })

    test('stream requests as they end, until the reader leaves', async ({ api }) => {
      const reader = (await api.gateway.tail())[Symbol.asyncIterator]()
      expect(await reader.return?.()).toMatchObject({ done: true })
    })

    test('reject a request without a URL', async ({ api }) => {
      await expect(api.gateway.explain({ body: { url: '' } })).rejects.toMatchObject({ code: 'INVALID' })
    })
  })
}
