import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A call as the receiver of a webhook saw it. */
export interface Delivery {
  readonly path: string
  readonly webhookId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly events: readonly { readonly _id: number; readonly key: string }[]
}

/** Starts a receiver of webhooks for the duration of the test; `answer` may leave a call unanswered. */
export async function startReceiver(answer: (delivery: Delivery, response: ServerResponse) => void) {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return // The sender was killed; ignore the incomplete call.
    const headers = request.headers as Record<string, string>
    const { objectsEdited: events } = JSON.parse(body) as { objectsEdited: Delivery['events'] }
    const delivery = { path: request.url ?? '', webhookId: headers['webhook-id'] ?? '', headers, body, events }
    deliveries.push(delivery)
    answer(delivery, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, deliveries }
}
