#!/usr/bin/env node
// Starts the built server, creates a feature, checks it, and stops the server as an operator would.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from './start.mjs'

const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
const { url, exit, stop } = await start('packages/server/bin/signalbox.js', {
  SIGNALBOX_STORE: `sqlite:${join(folder, 'signalbox.db')}`,
  SIGNALBOX_CLIENT_ID: 'tried',
  SIGNALBOX_CLIENT_SECRET: 'a secret to try with',
})
assert(url, 'The server ended before it served')

const feature = { id: 'shop:pay', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } }
assert.deepEqual(await call('POST', '/api/features', feature), [201, feature])
assert.deepEqual(await call('POST', '/api/features/shop:pay/check', { id: 'ada' }), [200, { active: true }])
assert.deepEqual(await call('GET', '/api/features/shop:pay/check'), [200, { active: false }])
assert.equal((await call('POST', '/api/features', { ...feature, enabled: 'yes' }))[0], 400)
assert.equal((await call('GET', '/api/features/none'))[0], 404)

const page = await fetch(`${url}/apis/openapi/ui`)
assert.equal(page.status, 200)
assert.match(await page.text(), /SwaggerUIBundle.*"openapi":"3\.1|"openapi":"3\.1.*SwaggerUIBundle/s)

const headers = { Accept: 'text/html' }
const shown = await fetch(`${url}/features`, { headers })
assert.equal(shown.status, 200)
const files = [...(await shown.text()).matchAll(/"\.\/(assets\/[^"]*)"/g)].map(([, path]) => path)
assert(files.length > 3)
for (const path of files) assert.equal((await fetch(`${url}/${path}`)).status, 200, path)

stop()
assert.deepEqual(await exit, [0, null])
await rm(folder, { recursive: true })
console.log('It created a feature, checked it, showed its pages, and ended on SIGTERM')

async function call(method, path, body) {
  const headers = {
    'Content-Type': 'application/json',
    'Service-Client-Id': 'tried',
    'Service-Client-Secret': 'a secret to try with',
  }
  const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return [reply.status, await reply.json()]
}
