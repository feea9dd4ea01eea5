import { createSignalbox } from '@signalbox/core'
import { expect, it } from 'vitest'
import { toHono } from './to-hono.ts'
import { referenceUi } from './ui.ts'

it('the page of Swagger UI makes no requests', async () => {
  const app = toHono(createSignalbox(), { docs: { ui: referenceUi } })
  const text = await (await app.request('/apis/openapi/ui')).text()
  expect(text.length).toBeGreaterThan(1_000_000)
  expect(text.length).toBeLessThan(4_000_000)
  expect(text.match(/<script/g)).toHaveLength(text.match(/<\/script/g)?.length ?? 0)
  const loading = /<script[^>]*\ssrc|<link[^>]*href="(?!data:)|@import|url\(["']?(https?:|\/\/)|sourceMappingURL|<!--/g
  expect(text.match(loading) ?? []).toEqual([])
})
