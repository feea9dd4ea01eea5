import { expect, it } from 'vitest'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { identifying } from '../index.ts'
import { causeOf, flowOf, sentHeader, setUp, testPlugin } from '../pipeline/pipeline.fixture.ts'
import type { GatewayPlugin } from '../plugin-api/own-plugin.ts'

const own = (compile: GatewayPlugin['compile']) => testPlugin({ stage: 'identify', compile })
const ann = (plan?: string) => ({ id: 'ann', plan })

const byIdentifying = own((config, slot) =>
  identifying(config, ({ headers }) => (headers.has('x-user') ? ann() : undefined), slot),
)
const naming = (plan?: string) =>
  own(() => ({
    request(exchange) {
      exchange.consumer = ann(plan)
      return undefined
    },
  }))

/** A flow with a plugin of the embedding program, and a function that sends it a request. */
function start(plugin: GatewayPlugin, api: object = {}) {
  const routes = [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }]
  const { decide } = setUp({ flows: [flowOf({})], routes, ...api } as never, { plugins: [plugin] })
  return (headers: readonly string[] = []) => decide({ headers: ['Host', 'shop.example', ...headers] })
}

it('a plugin of the embedding program identifies consumers, and the backend learns who they are', async () => {
  const send = start(byIdentifying)
  expect(sentHeader(await send(['X-User', 'ann']), 'gateway-consumer-id')).toBe('ann')
  expect(await causeOf(send())).toBe('401 errors.credentials.missing')
})

it('where plans are enforced, its consumers are admitted only with one of them', async () => {
  const plan = { id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }
  const api = { documentation: { plans: [plan] } }
  const missing = '401 errors.credentials.missing'
  expect(await causeOf(start(byIdentifying, api)(['X-User', 'ann']))).toBe(missing)
  expect(await causeOf(start(naming(), api)())).toBe(missing)
  expect(await causeOf(start(naming('silver'), api)())).toBe(missing)
  const decided = (await start(naming('gold'), api)()) as ExchangeState
  expect([decided.answer, decided.consumer]).toEqual([undefined, ann('gold')])
})
