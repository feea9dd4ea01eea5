import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

/** Registers tests of traffic that features admit. */
export function describeGates({ name, open }: ProxySubject): void {
  describe(`${name}: gates`, () => {
    const setUp = scenes(open)

    /** A Signalbox with the feature `shop:express`. */
    async function startBox(feature: object = {}) {
      const box = createSignalbox()
      onTestFinished(() => box.close())
      await box.features.create({
        body: { id: 'shop:express', enabled: false, activationStrategy: 'NO_STRATEGY', ...feature } as never,
      })
      return box
    }

    const switchTo = (box: Awaited<ReturnType<typeof startBox>>, enabled: boolean) =>
      box.features.patch({ id: 'shop:express', body: [{ op: 'replace', path: '/enabled', value: enabled }] })

    it('the route opens and closes with the write of the feature', async () => {
      const box = await startBox()
      const { call } = await setUp((_, response) => response.end('ok'), {
        options: { features: box },
        slots: [slot('FeatureGate', { feature: 'shop:express' })],
      })
      for (const enabled of [true, false, true]) {
        await switchTo(box, enabled)
        const { status, text } = await call('/')
        expect([status, enabled && text]).toEqual(enabled ? [200, 'ok'] : [404, false])
      }
    })

    it('a stored response is for those alone whom the gate admits', async () => {
      const parameters = { customers: ['ada'] }
      const box = await startBox({ enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters })
      const { call, backend } = await setUp((_, response) => response.end('ok'), {
        options: { features: box },
        slots: [
          slot('ResponseCache', { ttl: 60, public: true }),
          slot('FeatureGate', { feature: 'shop:express', client: { from: 'header', name: 'X-User' } }),
        ],
      })
      const statuses: number[] = []
      for (const user of ['ada', 'ada', 'bob', 'ada'])
        statuses.push((await call('/', { headers: { 'X-User': user } })).status)
      expect(statuses).toEqual([200, 200, 404, 200])
      expect(backend.seen).toHaveLength(1)
      await switchTo(box, false)
      expect((await call('/', { headers: { 'X-User': 'ada' } })).status).toBe(404)
    })
  })
}
