import { backendAt, type GatewayService, gatewayService } from '../../gateway.fixture.ts'

const plugin = (name: string, config: object = {}, more: object = {}) => ({
  ...{ plugin: `cp:gateway.next.plugins.${name}`, config },
  ...more,
})

/** The value of the header that opens the draft routes of `shop`. */
export const TESTING_VALUE = 'only-for-testers'

/**
 * A gateway with the API `billing`, and the published API `shop` at `api.shop.example/shop`: `order` takes orders by id,
 * `orders` everything below, `beta` orders with a header, `broken` uses a plugin that does not exist. Its draft, which
 * is in testing, has the route `refunds`, too.
 */
export async function routesService(): Promise<GatewayService> {
  const service = await gatewayService()
  const { apis, features } = service.box
  await features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const shop = {
    ...{ id: 'shop', name: 'Shop', domain: 'api.shop.example', context_path: '/shop' },
    backends: [backendAt('pool', service.backendPort, { root: '/v2' })],
    flows: [
      {
        id: 'gated',
        plugins: {
          slots: [
            plugin('OverrideHost'),
            plugin('FeatureGate', { feature: 'shop:express' }),
            plugin('SecurityHeaders', {}, { exclude: ['/shop/orders/*'] }),
            plugin('AllowHttpMethods', { allowed: ['GET'] }, { enabled: false }),
            plugin('AdditionalHeadersIn', { headers: { 'X-Api-Key': 'the key of the shop' } }),
          ],
        },
      },
      { id: 'unknown', plugins: { slots: [plugin('Unknown')] } },
    ],
    routes: [
      {
        ...{ id: 'order', name: 'One order', backend: 'pool', flow_ref: 'gated' },
        frontend: { paths: ['/orders/:id'], methods: ['GET'], exact: true },
      },
      { id: 'orders', backend: 'orders', frontend: { paths: ['/orders'] } },
      {
        ...{ id: 'beta', backend: 'pool' },
        frontend: { paths: ['/orders/:id'], headers: { 'X-Beta': 'yes' }, query: { page: 'Exists()' } },
      },
      { id: 'broken', backend: 'pool', flow_ref: 'unknown', frontend: { paths: ['/broken', '/also-broken'] } },
      { id: 'old', backend: 'pool', enabled: false, frontend: { paths: ['/old/*'] } },
    ],
    documentation: {
      plans: [{ id: 'open', name: 'Open', status: 'published', access_mode_configuration_type: 'keyless' }],
    },
    testing: { enabled: true, headerKey: 'X-Shop-Testing', headerValue: TESTING_VALUE },
  }
  await apis.create({ body: shop as never })
  await apis.deployments.create({ id: 'shop', body: { version: '2.1.0' } })
  const saved = await apis.get({ id: 'shop' })
  const refunds = { id: 'refunds', name: 'Refunds', backend: 'pool', frontend: { paths: ['/refunds'] } }
  await apis.draft.replace({ id: 'shop', body: { ...saved, routes: [...(saved.routes ?? []), refunds] } })
  return service
}
