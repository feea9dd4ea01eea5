// A workflow that calls two services, tries one of them again, and goes by a feature; what it did, step by step.
// Run: npx node --conditions=@signalbox/source examples/workflow.ts
import { serve } from '@hono/node-server'
import type { Workflow } from '@signalbox/core'
import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'

/** The service that knows what is in stock; the first time it is asked it is too busy to answer. */
let asked = 0
const stock = new Hono().get('/items/:id', (c) => (asked++ === 0 ? c.text('Busy', 503) : c.json({ left: 3 })))

/** The service that ships; how, it is told. */
const shipping = new Hono().post('/parcels', async (c) => c.json({ parcel: 'P-1', by: (await c.req.json()).by }, 201))

const services = await Promise.all([stock, shipping].map(listening))
const [stockUrl, shippingUrl] = services.map(({ url }) => url)

const order: Workflow = {
  id: 'order',
  config: {
    id: 'whole order',
    kind: 'workflow',
    steps: [
      {
        id: 'look up stock',
        kind: 'call',
        function: 'core.http_client',
        args: { url: `${stockUrl}/items/\${input.item}`, must_succeed: true },
        result: 'stock',
        retry: { limit: 3, delay: 10, backoff: 2 },
      },
      {
        id: 'is there enough?',
        kind: 'if',
        predicate: { $lt: ['${stock.body.left}', '${input.count}'] },
        then: { kind: 'error', message: 'Only ${stock.body.left} of item ${input.item} are left' },
      },
      {
        id: 'is express on?',
        kind: 'call',
        function: 'core.feature_check',
        args: { id: 'shop:express', context: { id: '${input.customer}' } },
        result: 'express',
      },
      {
        id: 'choose',
        kind: 'if',
        predicate: '${express}',
        then: { kind: 'assign', values: [{ name: 'by', value: 'plane' }] },
        else: { kind: 'assign', values: [{ name: 'by', value: 'ship' }] },
      },
      {
        id: 'send parcel',
        kind: 'call',
        function: 'core.http_client',
        args: { url: `${shippingUrl}/parcels`, method: 'POST', body: { by: '${by}' }, must_succeed: true },
        result: 'sent',
      },
    ],
    returned: 'Parcel ${sent.body.parcel} goes by ${sent.body.by}',
  },
}

const box = createSignalbox({ workflows: { fetch } }) // a server has one that refuses what was not allowed
await box.features.create({
  body: {
    id: 'shop:express',
    enabled: true,
    activationStrategy: 'CUSTOMERS_LIST',
    parameters: { customers: ['ann'] },
  },
})
await box.workflows.create({ body: order })

for (const input of [
  { customer: 'ann', item: 7, count: 2 },
  { customer: 'ben', item: 7, count: 2 },
  { customer: 'ann', item: 7, count: 9 },
]) {
  console.log(input.customer, 'orders', input.count)
  try {
    const { result, journal } = await box.workflows.run({ id: 'order', body: { input } })
    for (const { node, attempt, error } of journal)
      if (!node.startsWith('/')) console.log(`  ${node}: ${error ? error.code : 'done'}, attempt ${attempt}`)
    console.log(`  ${result}`)
  } catch (error) {
    console.log(`  ${(error as Error).message}`)
  }
}

await box.close()
for (const { close } of services) close()

/** A service of its own, and where it is. */
function listening({ fetch }: { fetch: (request: Request) => Response | Promise<Response> }) {
  return new Promise<{ url: string; close: () => void }>((resolve) => {
    const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() }),
    )
  })
}
