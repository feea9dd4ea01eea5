import { memoryStore } from '@signalbox/core'
import { expect, it } from 'vitest'
import { loadGatewaySecret } from './gateway-secret.ts'

it('the key of the gateway is random, and the same for all who load it from a store', async () => {
  const store = memoryStore()
  const secrets = await Promise.all([loadGatewaySecret(store), loadGatewaySecret(store)])
  const texts = [...secrets, await loadGatewaySecret(store)].map((secret) => Buffer.from(secret).toString('hex'))
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(Buffer.from(await loadGatewaySecret(memoryStore())).toString('hex')).not.toBe(texts[0])
})
