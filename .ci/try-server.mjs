#!/usr/bin/env node
// Starts the built server, creates a feature, checks it, and stops the server as an operator would.
import assert from 'node:assert/strict'
import { start } from './start.mjs'

const { url, exit, stop } = await start('packages/server/bin/signalbox.js', { SIGNALBOX_STORE: 'memory:' })
assert(url, 'The server ended before it served')

const feature = { id: 'shop:pay', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } }
assert.deepEqual(await call('POST', '/api/features', feature), [201, feature])
assert.deepEqual(await call('POST', '/api/features/shop:pay/check', { id: 'ada' }), [200, { active: true }])
assert.deepEqual(await call('GET', '/api/features/shop:pay/check'), [200, { active: false }])
assert.equal((await call('POST', '/api/features', { ...feature, enabled: 'yes' }))[0], 400)
assert.equal((await call('GET', '/api/features/none'))[0], 404)

stop()
assert.deepEqual(await exit, [0, null])
console.log('It created a feature, checked it, and ended on SIGTERM')

async function call(method, path, body) {
  const headers = { 'Content-Type': 'application/json' }
  const reply = await fetch(url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  return [reply.status, await reply.json()]
}
