import type { TailEvent } from '@signalbox/core/gateway'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testPlugin } from '../../pipeline/pipeline.fixture.ts'
import { noteRelease } from '../../plugin-api/exchange.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

/** Registers tests of what can be learned about requests. */
export function describeObserving({ name, open }: ProxySubject): void {
  describe(`${name}: observing`, () => {
    const setUp = scenes(open)

    /** Decides as gates and splits do: a feature lets the request pass, an experiment sends it to `next`. */
    const releasing = testPlugin({
      stage: 'choose',
      references: [{ at: ['backend'], to: 'backend' }],
      compile: (_, { slot }) => ({
        request(exchange) {
          exchange.consumer = { id: 'ann', plan: 'gold' }
          noteRelease(exchange, { feature: 'shop:new', active: true })
          noteRelease(exchange, { experiment: 'shop:split', variant: 'B', backend: 'next' })
          exchange.backend = slot.backends?.next ?? exchange.backend
          return undefined
        },
      }),
    })

    it('the decision about a request says gate, variant, target and plan', async () => {
      const next = await startBackend()
      onTestFinished(next.close)
      const { call, gateway, until } = await setUp(undefined, {
        further: { next: next.port },
        plugins: [releasing],
        slots: [{ plugin: 'test', config: { backend: 'next' } }],
      })
      const { headers } = await call('/orders')
      await until(1)
      expect(gateway.decision(headers['x-request-id'] as string)).toEqual({
        ...{ id: headers['x-request-id'], route: 'shop:all', api: 'shop', revision: 0, status: 200 },
        ...{ plan: 'gold', consumer: 'ann', attempts: 1, ms: expect.any(Number) },
        ...{ backend: 'next', target: `127.0.0.1:${next.port}` },
        releases: [
          { feature: 'shop:new', active: true },
          { experiment: 'shop:split', variant: 'B', backend: 'next' },
        ],
      })
    })

    it('the live tail tells of requests as they end, and of the plugins of an API with debug_flow', async () => {
      const { call, gateway, until } = await setUp(undefined, {
        further: { next: 9 },
        plugins: [
          testPlugin({
            compile: () => ({
              request(exchange) {
                noteRelease(exchange, { feature: 'shop:new', active: true, reason: undefined })
                if (exchange.path === '/refused') return { refuse: 'errors.quota.exceeded' }
                if (exchange.path === '/thrown') throw new Error('in a plugin')
                return exchange.path === '/own'
                  ? Promise.resolve({ answer: { status: 201, headers: [], body: 'own' } })
                  : undefined
              },
              response: () => undefined,
            }),
          }),
        ],
        slots: [{ plugin: 'test' }],
        api: { debug_flow: true },
      })
      const heard: TailEvent[] = []
      const stop = gateway.tail({ api: 'shop' }, (event) => heard.push(event))
      for (const path of ['/ok', '/refused', '/own', '/thrown']) await call(path)
      await call('/ok', { headers: { Host: 'other.example' } })
      await until(5)
      stop()
      await call('/ok')
      await until(6)
      const lines = heard.map((event) =>
        event.kind === 'request'
          ? `${event.path} ${event.status} ${event.cause ?? event.target} ${JSON.stringify(event.releases)}`
          : event.kind === 'plugin' && `${event.plugin} ${event.stage} ${event.verdict} ${event.cause ?? event.status}`,
      )
      const released = '[{"feature":"shop:new","active":true}]'
      const ok = heard[2] as { readonly target: string }
      expect(lines).toEqual([
        ...['test request pass undefined', 'test response pass undefined', `/ok 200 ${ok.target} ${released}`],
        'test request refuse errors.quota.exceeded',
        `/refused 429 errors.quota.exceeded ${released}`,
        ...['test request answer 201', 'test response pass undefined', `/own 201 undefined ${released}`],
        ...['test request fail undefined', `/thrown 500 errors.plugin.failed ${released}`],
      ])
    })

    it('the decision about a refusal says its cause', async () => {
      const closed = await startBackend()
      await closed.close()
      const { call, gateway, until } = await setUp(undefined, { target: { port: closed.port } })
      const { headers } = await call('/orders')
      const { headers: unrouted } = await call('/orders', { headers: { Host: 'other.example' } })
      await until(2)
      expect(gateway.decision(headers['x-request-id'] as string)).toMatchObject({
        ...{ status: 502, cause: 'errors.backend.unreachable', target: `127.0.0.1:${closed.port}`, attempts: 1 },
      })
      const decision = gateway.decision(unrouted['x-request-id'] as string)
      expect(decision).toEqual({
        ...{ id: unrouted['x-request-id'], revision: 0, status: 404, cause: 'errors.service.not.found' },
        ms: expect.any(Number),
      })
      expect(gateway.decision('unknown')).toBeUndefined()
    })
  })
}
