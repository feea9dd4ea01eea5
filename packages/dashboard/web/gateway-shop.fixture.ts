import { apikeyPlan } from './gateway.fixture.ts'
import type { Service } from './service.fixture.ts'
import { fillShop } from './shop.fixture.ts'

const target = (hostname: string, more: object = {}) => ({ hostname, port: 8443, tls: true, ...more })

const route = (id: string, methods: string[], path: string, more: object = {}) => ({
  ...{ id, name: id.replaceAll('-', ' '), frontend: { paths: [path], methods, exact: true } },
  ...{ backend: 'invoices', flow_ref: 'default_plugin_chain', ...more },
})

const plugin = (name: string, config: object = {}) => ({
  plugin: `cp:gateway.next.plugins.${name}`,
  config: { ...config },
})

/** Fills a service with the gateway of a small shop, as the pictures show it. */
export async function fillGatewayShop(service: Service): Promise<void> {
  await fillShop(service)
  const { box } = service
  const ada = box.as({ id: 'ada', name: 'ada', kind: 'User', admin: true })
  await ada.backends.create({
    body: { id: 'ledger', name: 'Ledger', backend: { targets: [target('ledger.internal')] } },
  })
  await ada.apis.create({
    body: {
      ...{ id: 'billing', name: 'Billing', description: 'Invoices and refunds of the shop.' },
      ...{ domain: 'api.shop.example', context_path: '/billing', version: '1.4.0' },
      backends: [
        {
          id: 'invoices',
          name: 'Invoices',
          backend: { targets: [target('invoices-a.internal', { weight: 3 }), target('invoices-b.internal')] },
        },
      ],
      routes: [
        route('list-invoices', ['GET'], '/invoices'),
        route('get-invoice', ['GET'], '/invoices/:id'),
        route('create-invoice', ['POST'], '/invoices'),
        route('list-refunds', ['GET'], '/refunds', { backend: 'ledger' }),
        route('create-refund', ['POST'], '/refunds', { backend: 'ledger', flow_ref: 'careful' }),
      ],
      flows: [
        {
          ...{ id: 'default_plugin_chain', name: 'Default' },
          plugins: { slots: [plugin('OverrideHost'), plugin('Cors')] },
        },
        {
          ...{ id: 'careful', name: 'Careful' },
          plugins: {
            slots: [
              plugin('FeatureGate', { feature: 'shop:checkout:express-refund' }),
              plugin('RateLimit', { rate: 5, window: 1 }),
              plugin('OverrideHost'),
            ],
          },
        },
      ],
      documentation: {
        plans: [
          { ...apikeyPlan('free', { name: 'Free' }), access_mode_configuration: { quota: { perDay: 1000 } } },
          apikeyPlan('partner', { name: 'Partner' }),
        ],
      },
    },
  })
  await ada.apis.deployments.create({ id: 'billing', body: { version: '1.4.0' } })
  const { routes = [] } = await ada.apis.draft.get({ id: 'billing' })
  const [list, ...others] = routes
  const next = [...others, route('pay-invoice', ['POST'], '/invoices/:id/payments')]
  await ada.apis.draft.patch({
    id: 'billing',
    body: {
      description: 'Invoices, payments and refunds of the shop.',
      routes: [{ ...list!, backend: 'ledger' }, ...next],
    },
  })
}
