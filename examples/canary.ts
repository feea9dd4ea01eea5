// A canary: an experiment gives 5 % of the clients a new backend, the results compare it, and one call ends it.
// Run: npx node --conditions=@signalbox/source examples/canary.ts
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createSignalbox } from '@signalbox/core'
import { createGateway } from '@signalbox/gateway'
import { listen } from '@signalbox/gateway/node'

const CLIENTS = 2000
/** The share of orders that each version of the shop completes. Only this simulation knows it. */
const completes = { stable: 0.4, next: 0.6 }

const box = createSignalbox({ assignment: 'hash' })
const gateway = createGateway({ source: box.gatewaySource, experiments: box.experiments })
const listening = await listen(gateway, { port: 0, host: '127.0.0.1' })

// 1. The experiment: 5 % of the clients are in the variant `next`.
const id = 'shop:checkout'
await box.experiments.create({
  body: {
    id,
    name: 'The new checkout',
    enabled: true,
    variants: [
      { id: 'stable', name: 'The checkout as it is', traffic: 0.95 },
      { id: 'next', name: 'The new checkout', traffic: 0.05 },
    ],
  },
})

// 2. The API: clients of `next` get the new backend, and an order that is placed counts as a goal.
const prefix = 'cp:gateway.next.plugins.'
const client = { from: 'header', name: 'X-Client' }
const slots = [
  {
    plugin: `${prefix}ExperimentSplit`,
    config: { experiment: id, client, backends: { next: 'next' }, displayed: true },
  },
  { plugin: `${prefix}ExperimentGoal`, config: { experiment: id, client, methods: ['POST'] } },
]
const servers = { stable: await openShop('stable'), next: await openShop('next') }
await box.apis.create({
  body: {
    id: 'shop',
    name: 'Shop',
    context_path: '/shop',
    backends: Object.entries(servers).map(([name, { target }]) => ({ id: name, backend: { targets: [target] } })),
    flows: [{ id: 'canary', name: 'Canary', plugins: { slots } }],
    routes: [{ id: 'all', name: 'All', backend: 'stable', flow_ref: 'canary', frontend: { paths: ['/'] } }],
  },
})
await box.apis.deployments.create({ id: 'shop', body: {} })

// 3. Clients come. Each looks at its cart and tries to order.
for (let from = 0; from < CLIENTS; from += 20) await visitAll(from, from + 20)

// 4. The results, half a second later: the gateway records in batches.
await setTimeout(500)
for (const { variant, users, rate, interval, probabilityBest } of (await box.experiments.results({ id })).results)
  console.log(
    `${variant.id.padEnd(6)} ${String(users).padStart(4)} clients, ${percent(rate)} ordered (${interval.map(percent).join(' to ')}), best with probability ${percent(probabilityBest)}`,
  )

// 5. One call ends it: all clients get the backend of the route again.
await box.experiments.patch({ id, body: { enabled: false } })
const before = servers.next.calls()
await visitAll(0, 200)
console.log(`Requests of 200 clients to the new backend since then: ${servers.next.calls() - before}`)

await listening.close()
await gateway.close()
for (const { server } of Object.values(servers)) server.close()
await box.close()

async function visitAll(from: number, to: number): Promise<void> {
  await Promise.all(Array.from({ length: to - from }, (_, i) => visit(`client-${from + i}`)))
}

/** A client looks at its cart, and tries to order. */
async function visit(name: string): Promise<void> {
  const headers = { 'X-Client': name }
  for (const method of ['GET', 'POST'])
    await (await fetch(`${listening.url}/shop/orders`, { method, headers })).arrayBuffer()
}

/** Opens a server that completes its share of the orders. */
async function openShop(name: keyof typeof completes) {
  let calls = 0
  let due = 0
  const server = createServer((request, response) => {
    calls++
    if (request.method === 'POST') due += completes[name]
    const isRefused = request.method === 'POST' && due < 1
    if (due >= 1) due -= 1
    response.writeHead(isRefused ? 409 : 200).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const target = { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port }
  return { server, target, calls: () => calls }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
