// A workflow that calls two services, retries one of them and depends on a feature, with a log of its steps.
// Run: npx node --conditions=@signalbox/source examples/workflow.ts
import { serve } from '@hono/node-server'
import { createSignalbox, type Workflow } from '@signalbox/core'
import { Hono } from 'hono'

/** The stock service. Its first response is 503, as if it were too busy. */
let asked = 0
const stock = new Hono().get('/items/:id', (c) => (asked++ === 0 ? c.text('Busy', 503) : c.json({ left: 3 })))

/** The shipping service. The request says how to ship. */
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

const box = createSignalbox({ workflows: { fetch } }) // a server's fetch rejects addresses that are not allowed
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

/** Starts a service. Returns its address. */
function listening({ fetch }: { fetch: (request: Request) => Response | Promise<Response> }) {
  return new Promise<{ url: string; close: () => void }>((resolve) => {
    const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() }),
    )
  })
}
