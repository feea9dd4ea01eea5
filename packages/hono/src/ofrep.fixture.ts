import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Config, Feature, Signalbox } from '@signalbox/core'
import { seeded } from './access.fixture.ts'
import type { HonoOptions } from './hono-options.ts'
import { toHono } from './to-hono.ts'

/** Features as flags: on, off, for `ann` only, and with a script that does not exist. */
export const flags: readonly Feature[] = [
  { id: 'a:ann', enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } },
  { id: 'a:off', enabled: false, activationStrategy: 'NO_STRATEGY' },
  { id: 'a:script', enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'nowhere' } },
  {
    id: 'b:hidden',
    enabled: true,
    metadata: { team: 'shop', tier: 2, beta: true, owners: ['ann'] },
    activationStrategy: 'NO_STRATEGY',
  },
]

/** A typed config of each type, in key order. */
export const typedConfigs: readonly Config[] = [
  { id: 'c:array', type: 'array', value: [1, 'x', { a: null }] },
  { id: 'c:boolean', type: 'boolean', value: false },
  { id: 'c:number', type: 'number', value: 1.5 },
  { id: 'c:object', type: { type: 'object', required: ['a'] }, value: { a: { b: [] } } },
  { id: 'c:string', type: 'string', value: 'text' },
]

/** A listening Signalbox with these flags and the keys of `seeded`. `close` stops both. */
export async function listening(options: HonoOptions = {}) {
  const box: Signalbox = await seeded()
  await box.features.import({ body: flags })
  const server = serve({ fetch: toHono(box, options).fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await closed
    await box.close()
  }
  return { box, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
