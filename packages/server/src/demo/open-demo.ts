import type { Signalbox } from '@signalbox/core'
import { findDemo, finishDemo, writeRecords } from './fill-demo.ts'
import { SHOP, SHOP_PATH } from './shop.ts'
import { openShopServer } from './shop-server.ts'
import { sendTraffic } from './traffic.ts'

/** A demo shop that is open. */
export interface Demo {
  /** A line about the demo that operators should see, such as why there is none. */
  readonly warnings: readonly string[]
  /** Lets visitors come through the gateway. Returns an address of the shop there, if there is one. */
  visit(gatewayUrl: string): string | undefined
  /** Sends visitors away. */
  leave(): void
  /** Stops the backend, too. */
  close(): void
}

const none: Omit<Demo, 'warnings'> = { visit: () => undefined, leave() {}, close() {} }

/**
 * Fills an empty store with a small shop, and starts its backend. A store with records of others is left as it is. Once
 * the API of the shop is deleted, its backend and its visitors are gone, too.
 */
export async function openDemo(box: Signalbox): Promise<Demo> {
  const found = await findDemo(box)
  if (found === 'others')
    return {
      ...none,
      warnings: ['There is no demo, because the store has records: use SIGNALBOX_DEMO with an empty store'],
    }
  const { server, port } = await openShopServer(found === 'demo' ? await portOf(box) : 0)
  if (found === 'nothing') await writeRecords(box, { port, now: Date.now() })
  await finishDemo(box)
  await keepPort(box, port)
  let traffic: ReturnType<typeof sendTraffic> | undefined
  const leave = () => traffic?.stop()
  function close(): void {
    leave()
    server.close()
    server.closeAllConnections()
  }
  box.on('*', ({ type, key }) => {
    if (type === 'API_DELETED' && key === SHOP) close()
  })
  return {
    warnings: [],
    visit(gatewayUrl) {
      traffic = sendTraffic(gatewayUrl)
      return `${gatewayUrl}${SHOP_PATH}/products`
    },
    leave,
    close,
  }
}

/** The port at which the stored backend of the shop expects this server. */
async function portOf(box: Signalbox): Promise<number | undefined> {
  const target = await targetOf(box)
  return target?.hostname === '127.0.0.1' ? target.port : undefined
}

/** Writes the port of this server to the stored backend, if that is another port of this machine. */
async function keepPort(box: Signalbox, port: number): Promise<void> {
  const target = await targetOf(box)
  if (target?.hostname !== '127.0.0.1' || target.port === port) return
  await box.backends.patch(
    { id: SHOP, body: { backend: { targets: [{ ...target, port }] } } },
    { reason: 'The demo shop listens on another port' },
  )
}

async function targetOf(box: Signalbox) {
  const { results } = await box.backends.list({ pageSize: 1000 })
  const { backend } = results.find(({ id }) => id === SHOP) ?? {}
  return backend?.targets?.length === 1 ? backend.targets[0] : undefined
}
