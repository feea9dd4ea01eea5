/** Work that can be observed, and ways to observe it. */
import { setTimeout } from 'node:timers/promises'
import {
  compile,
  createSignalbox,
  type Fetch,
  type Signalbox,
  type SignalboxOptions,
  type Telemetry,
} from '@signalbox/core'
import { createFlags } from '@signalbox/core/flags'
import { createGateway, staticRoutes } from '@signalbox/gateway'
import { type HonoOptions, toHono } from '@signalbox/hono'
import { addingUp } from './rows/events/workflows.ts'

/** `off`: without observers. `none`: with an observer that wants to see nothing. `on`: with observers of everything. */
export type Variant = 'off' | 'none' | 'on'

/** What observers have seen. */
interface Seen {
  /** How often they were called. */
  told: number
  /** How often a member of `telemetry` was read. */
  reads: number
}

/** Work that is ready to run. */
interface ObservedWork {
  /** Does the work a number of times. */
  readonly run: (times: number) => unknown
  readonly seen: Seen
  /** How often it is done to be counted. @default 100 */
  readonly times?: number
  readonly close?: () => Promise<unknown>
}

const features = [
  { id: 'all', enabled: true, activationStrategy: 'NO_STRATEGY' },
  { id: 'half', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
] as const
const config = {
  id: 'limit',
  value: 10,
  rules: [{ when: { attribute: 'country', operator: 'is', value: 'FR' }, value: 20 }],
} as const
const context = { id: 'ann', country: 'FR' }
const experiment = {
  id: 'button',
  name: 'Button',
  enabled: true,
  variants: [
    { id: 'A', name: 'A', traffic: 0.5 },
    { id: 'B', name: 'B', traffic: 0.5 },
  ],
}

/** Pieces of work by name. */
export const observedWork: Readonly<Record<string, (variant: Variant) => Promise<ObservedWork>>> = {
  async 'checks in process'(variant) {
    const { options, seen } = observed(variant)
    const box = await withFlags(options)
    return { seen, run: repeated(() => void (box.isActive('half', context) && box.value('limit', context))) }
  },
  async 'checks of createFlags'(variant) {
    const { options, seen } = observed(variant)
    const flags = createFlags({ clock: () => 0, ...options })
    await flags.features.import({ body: features })
    await flags.configs.create({ body: config })
    await flags.ready()
    return { seen, run: repeated(() => void (flags.isActive('half', context) && flags.value('limit', context))) }
  },
  async 'calls of features.check'(variant) {
    const { options, seen } = observed(variant)
    const box = await withFlags(options)
    return { seen, run: awaited(() => box.features.checkWith({ id: 'half', body: context })) }
  },
  async writes(variant) {
    const { options, seen } = observed(variant)
    const box = await withFlags(options)
    return { seen, run: awaited(() => box.features.replace({ id: 'all', body: features[0] })) }
  },
  async 'displays of an experiment'(variant) {
    const { options, seen } = observed(variant)
    const box = await withFlags(options)
    await box.experiments.create({ body: experiment })
    return { seen, run: awaited(() => box.experiments.displayed({ id: 'button', clientId: 'ann' })) }
  },
  async 'runs of a workflow'(variant) {
    const { options, seen } = observed(variant)
    const box = await withFlags(options)
    await box.workflows.create({ body: { id: 'sum', config: addingUp(1) } })
    return { seen, times: 20, run: awaited(() => box.workflows.run({ id: 'sum', body: {} })) }
  },
  async 'deliveries of a webhook'(variant) {
    const { options, seen } = observed(variant)
    let delivered = () => {}
    let deliveries = 0
    const fetch: Fetch = async () => {
      delivered()
      return new Response(null, { status: 204 })
    }
    const box = await withFlags({ ...options, fetch, wait, clock: Date.now })
    await box.webhooks.create({ body: { clientId: 'ci', callbackUrl: 'https://ci.example/', domains: ['Feature'] } })
    const run = awaited(async () => {
      const arrival = new Promise<void>((resolve) => {
        delivered = resolve
      })
      await box.features.patch({ id: 'all', body: { description: `delivered ${++deliveries} times` } })
      await arrival
    })
    return { seen, run, times: 4, close: () => box.close() }
  },
  async 'checks over HTTP'(variant) {
    const seen: Seen = { told: 0, reads: 0 }
    const observe: HonoOptions['observe'] = (_, respond) => {
      seen.told++
      return respond()
    }
    const app = toHono(await withFlags({}), { access: 'open', ...(variant === 'on' && { observe }) })
    const request = new Request('http://127.0.0.1/api/features/all/check')
    return { seen, run: awaited(async () => app.fetch(request)) }
  },
  async 'requests to a gateway'(variant) {
    const seen: Seen = { told: 0, reads: 0 }
    const { routes } = compile({
      ...{ id: 'shop', name: 'Shop', state: 'published', domain: 'shop.example' },
      backends: [{ id: 'main', backend: { targets: [{ hostname: 'orders.internal', port: 8080 }] } }],
      routes: [{ id: 'orders', backend: 'main', frontend: { paths: ['/orders/:id'] } }],
    })
    const write = () => void seen.told++
    const gateway = createGateway({
      source: staticRoutes(routes),
      fetch: async () => new Response('an order'),
      ...(variant === 'on' && { log: { write } }),
    })
    const run = awaited(async () => (await gateway.fetch(new Request('http://shop.example/orders/7'))).text())
    return { seen, run, close: () => gateway.close() }
  },
}

async function withFlags(options: SignalboxOptions): Promise<Signalbox> {
  const box = createSignalbox({ clock: () => 0, ...options })
  await box.features.import({ body: features })
  await box.configs.create({ body: config })
  await box.ready()
  return box
}

/** Waits at most 50 ms, so that webhooks do not gather events for a second. */
const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(Math.min(ms, 50), undefined, signal && { signal }).catch(() => {})

/** The option `telemetry` of a variant, and what it has seen. */
function observed(variant: Variant) {
  const seen: Seen = { told: 0, reads: 0 }
  const tell = () => void seen.told++
  const traceparent = () => {
    tell()
    return '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  }
  const all: Required<Telemetry> = {
    traceparent,
    featureEvaluated: tell,
    configEvaluated: tell,
    variantAssigned: tell,
    webhookCalled: tell,
    webhookBanned: tell,
    sinkAppended: tell,
    workflowEnded: tell,
  }
  const telemetry = new Proxy<Telemetry>(variant === 'on' ? all : {}, {
    get(target, member, receiver) {
      seen.reads++
      return Reflect.get(target, member, receiver)
    },
  })
  return { seen, options: variant === 'off' ? {} : { telemetry } }
}

const repeated = (work: () => void) => (times: number) => {
  for (let i = 0; i < times; i++) work()
}

const awaited = (work: () => Promise<unknown>) => async (times: number) => {
  for (let i = 0; i < times; i++) await work()
}
