import { createCatalog, type GatewayUnit } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { createRouter } from '../router/create-router.ts'
import { createServed } from './served.ts'

it('tells consumers of changes before it compiles routes, however long earlier changes take', async () => {
  const told: string[] = []
  let now = 0
  let resume = () => {}
  const served = createServed({
    router: createRouter(),
    backends: { retain: () => {}, release: () => {} },
    captures: { follow: () => {} },
    consumers: { apply: ({ kind }) => void told.push(kind) },
    quotas: { load: () => {} },
    documents: { keep: () => {} },
    experiments: undefined,
    catalog: createCatalog(),
    planOf: () => expect.unreachable(),
    turn: () => new Promise((resolve) => (resume = resolve)),
    clock: () => (now += 1000),
  })
  const unit = (kind: 'api' | 'credential', key: string): GatewayUnit => ({ kind, key, revision: 1 })
  const end = (revision: number): GatewayUnit => ({ kind: 'end', revision })
  const first = served.take([unit('api', 'shop'), end(1)])
  const second = served.take([unit('credential', 'revoked'), end(2)])
  expect([told, served.revision]).toEqual([['api', 'credential'], -1])
  resume()
  await first
  expect(served.revision).toBe(1)
  await second
  expect(served.revision).toBe(2)
})
