import { createSignalbox } from '@signalbox/core'
import { onTestFinished } from 'vitest'
import { createGateway } from '../../create-gateway.ts'

const NOW = Date.UTC(2026, 0, 1)
const prefix = 'cp:gateway.next.plugins.'

interface IssuingOptions {
  /** Members of the API. */
  readonly api?: object
  /** The configuration of the plan `machines`, which issues tokens. */
  readonly plan?: object
}

/**
 * An API `shop` under `shop.example/v1`, with the plan `machines` that issues tokens and the plan `keys` that does not, each
 * with a consumer, and a data plane in the same process. All paths answer 200 with the consumer that was identified.
 */
export async function issuingApi({ api = {}, plan = {} }: IssuingOptions = {}) {
  let now = NOW
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const box = createSignalbox({ clock: () => now, report })
  const gateway = createGateway({ source: box.gatewaySource, clock: () => now, report })
  onTestFinished(async () => {
    await gateway.close({ drainMs: 0 })
    await box.close()
  })
  await gateway.ready()
  const published = { status: 'published' }
  const slots = [
    { plugin: `${prefix}StaticResponse`, config: { body: 'hello' } },
    { plugin: `${prefix}AdditionalHeadersOut`, config: { headers: { 'X-Consumer': '${consumer.id}' } } },
  ]
  await box.apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', domain: 'shop.example', context_path: '/v1' },
      flows: [{ id: 'f', plugins: { slots } }],
      routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
      documentation: {
        plans: [
          {
            ...{ id: 'machines', ...published, access_mode_configuration_type: 'oauth2-local' },
            access_mode_configuration: { scopes: ['read', 'write'], expiresIn: 60, ...plan },
          },
          { id: 'keys', ...published, access_mode_configuration_type: 'apikey' },
        ],
      },
      ...api,
    } as never,
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const subscribe = async (plan_ref: string, owner_ref: string) => {
    const { id = '', credentials } = await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref, owner_ref } })
    return { id, ...(credentials as { clientId: string; clientSecret: string }) }
  }
  const machine = await subscribe('machines', 'acme')
  const key = await subscribe('keys', 'globex')

  return {
    ...{ box, gateway, machine, key, reported },
    advance: (ms: number) => (now += ms),
    now: () => now,
    /** Calls the API through the data plane. */
    call: (path: string, init: RequestInit = {}, base = 'https://shop.example/v1') =>
      gateway.fetch(new Request(`${base}${path}`, init), { address: '192.0.2.1' }),
  }
}

/** `Authorization: Basic` of a client. */
export const basicOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string =>
  `Basic ${btoa(`${clientId}:${clientSecret}`)}`
