import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { toHono } from '@signalbox/hono'
import { fill, observedBox } from '../fixtures/full-box.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { urlOf } from '../http/url-of.ts'

/** The headers of an API key. */
export const headersOf = ({ clientId, clientSecret }: Key) => ({
  'Service-Client-Id': clientId,
  'Service-Client-Secret': clientSecret,
})

/** The id and the secret of an API key. */
export interface Key {
  readonly clientId: string
  readonly clientSecret: string
}

/** An API key that may read features, and nothing else. */
export const reader: Key = { clientId: 'reader', clientSecret: 'a-secret-of-the-reader' }
/** An API key of an admin. */
export const admin: Key = known

/** A service with records of every kind, as it is reached over HTTP. */
export async function openService() {
  const made = { position: async () => undefined, append: async () => {}, close: async () => {} }
  const { box, now } = observedBox({ instant: Date.now() }, { made })
  const secrets = await fill({ box, now })
  await box.apiKeys.create({ body: { name: 'Tests', admin: true, ...idAndSecret(admin) } })
  const authorizedPatterns = [{ pattern: '*', rights: [], domains: ['Feature' as const] }]
  await box.apiKeys.create({ body: { name: 'Reader', authorizedPatterns, ...reader } })
  const http = createServer(getRequestListener(toHono(box).fetch))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    box,
    secrets,
    url: urlOf(http.address() as AddressInfo),
    async close() {
      http.close()
      http.closeAllConnections()
      await box.close()
    },
  }
}

const idAndSecret = ({ clientId, clientSecret }: Key): Key => ({ clientId, clientSecret })
