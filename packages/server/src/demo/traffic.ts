import { SHOP_PATH } from './shop.ts'

/** Milliseconds between two requests. */
const PAUSE_MS = 1000
/** How many requests are sent at once at the start, so that charts are not empty. */
const FIRST = 50

const usual = ['GET /products', 'GET /products/bread', 'GET /products/cheese/stock', 'POST /orders']
/** What visitors ask for, over and over: of 24 requests, one is answered 404 and one 500. */
const requests = [
  ...[...usual, ...usual, 'GET /products/honey'],
  ...[...usual, 'GET /products/plums', ...usual],
  ...[...usual, 'GET /products/honey/stock', 'GET /products/apples'],
]

/** Sends requests of visitors to the gateway until it is stopped. Failures are left to the pages that show them. */
export function sendTraffic(gatewayUrl: string): { stop(): void } {
  const stopped = new AbortController()
  let count = 0
  async function send(): Promise<void> {
    const [method = '', path = ''] = requests[count++ % requests.length]!.split(' ')
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(5000)])
    try {
      await (await fetch(`${gatewayUrl}${SHOP_PATH}${path}`, { method, signal })).arrayBuffer()
    } catch {}
  }
  const timer = setInterval(() => void send(), PAUSE_MS).unref()
  void (async () => {
    while (count < FIRST && !stopped.signal.aborted) await send()
  })()
  return {
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}
