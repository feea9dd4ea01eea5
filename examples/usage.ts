// A bill for each consumer of an API, from the usage that the gateway has counted.
// Run: npx node --conditions=@signalbox/source examples/usage.ts
import { createSignalbox } from '@signalbox/core'
import { createGateway } from '@signalbox/gateway'

const box = createSignalbox({ timeZone: 'Europe/Berlin' })
const gateway = createGateway({ source: box.gatewaySource })

const quota = { perDay: 3 }
await box.apis.create({
  body: {
    id: 'stock',
    name: 'Stock',
    flows: [
      { id: 'f', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.StaticResponse', config: { body: '7' } }] } },
    ],
    routes: [{ id: 'items', name: 'Items', flow_ref: 'f', frontend: { paths: ['/items'] } }],
    documentation: {
      plans: [
        {
          id: 'gold',
          status: 'published',
          access_mode_configuration_type: 'apikey',
          access_mode_configuration: { quota },
        },
      ],
    },
  },
})
await box.apis.deployments.create({ id: 'stock', body: {} })
await gateway.ready()

/** Subscribes to the API and calls it. */
async function consume(id: string, calls: number) {
  const { credentials } = await box.subscriptions.create({ body: { id, api_ref: 'stock', plan_ref: 'gold' } })
  const headers = { 'X-API-Key': `${credentials?.clientId}:${credentials?.clientSecret}` }
  for (let i = 0; i < calls; i++) await gateway.fetch(new Request('http://localhost/items', { headers }))
}
await consume('checkout', 2)
await consume('search', 5)
await gateway.close() // reports the rest; a running gateway reports each second

const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })
const bills = new Map<string, { requests: number; refused: number }>()
for await (const { subscription = 'nobody', requests, limited } of box.gateway.exportUsage({
  from: today,
  by: 'day',
})) {
  const bill = bills.get(subscription) ?? { requests: 0, refused: 0 }
  bills.set(subscription, { requests: bill.requests + requests - limited, refused: bill.refused + limited })
}
for (const [subscription, { requests, refused }] of bills)
  console.log(
    `${subscription}: ${requests} requests at 2 cents are ${requests * 2} cents; ${refused} were refused for free`,
  )
await box.close()
