#!/usr/bin/env node
// Starts the built server, creates a feature, checks it, and stops the server as an operator would.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const server = spawn(process.execPath, ['packages/server/bin/signalbox.js'], {
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SIGNALBOX_STORE: 'memory:' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const exit = once(server, 'exit')
process.on('exit', () => server.kill('SIGKILL'))

const url = await Promise.race([
  address(),
  exit.then(([code]) => assert.fail(`The server ended with ${code} before it served`)),
])
console.log(`The server answers at ${url}`)

const feature = { id: 'shop:pay', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } }
assert.deepEqual(await call('POST', '/api/features', feature), [201, feature])
assert.deepEqual(await call('POST', '/api/features/shop:pay/check', { id: 'ada' }), [200, { active: true }])
assert.deepEqual(await call('GET', '/api/features/shop:pay/check'), [200, { active: false }])
assert.equal((await call('POST', '/api/features', { ...feature, enabled: 'yes' }))[0], 400)
assert.equal((await call('GET', '/api/features/none'))[0], 404)

server.kill('SIGTERM')
assert.deepEqual(await exit, [0, null])
console.log('It created a feature, checked it, and ended on SIGTERM')

async function address() {
  for await (const line of createInterface({ input: server.stdout })) {
    const [found] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? []
    if (found) return found
  }
  return assert.fail('The server did not say where it is')
}

async function call(method, path, body) {
  const headers = { 'Content-Type': 'application/json' }
  const reply = await fetch(url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  return [reply.status, await reply.json()]
}
