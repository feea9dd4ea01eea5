import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { toHono } from './index.ts'

async function scene() {
  const box = createSignalbox()
  const app = toHono(box, { access: () => ({ id: 'ops', admin: true }) })
  const port = await new Promise<number>((resolve) => {
    const listening = ({ port }: AddressInfo) => resolve(port)
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, listening)
    onTestFinished(() => void server.close())
  })
  const send = async (method: string, path: string, { body, headers }: { body?: unknown; headers?: object } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return { box, send }
}
const changes = [{ op: 'put', kind: 'configs', record: { id: 'a', value: 1 }, ifNoneMatch: '*' }]

it('a commit with an Idempotency-Key takes effect once', async () => {
  const { box, send } = await scene()
  const headers = { 'Idempotency-Key': 'k' }
  const first = await send('POST', '/api/_commit', { body: { changes }, headers })
  expect(first).toEqual({ status: 200, body: { results: [{ kind: 'configs', id: 'a', change: 'created' }] } })
  expect(await send('POST', '/api/_commit', { body: { changes }, headers })).toEqual(first)
  expect(await send('POST', '/api/_commit', { body: { changes } })).toMatchObject({ status: 409 })
  expect(await send('POST', '/api/_commit', { body: { changes: [] }, headers })).toMatchObject({
    status: 400,
    body: { fieldErrors: { 'Idempotency-Key': [{ message: 'error.key.used' }] } },
  })
  expect(await box.configs.count()).toEqual({ count: 1 })
})

it.each([
  ['a commit', 'POST', '/api/_commit', { changes }],
  ['a patch of many', 'POST', '/api/features/_patch', { pattern: '*', patch: { description: 'x' } }],
  ['a delete of many', 'DELETE', '/api/configs?pattern=*', undefined],
])('%s with If-Match is rejected: nothing would check it', async (_, method, path, body) => {
  const { box, send } = await scene()
  await box.configs.create({ body: { id: 'b', value: 1 } })
  for (const tag of ['"1"', '*', 'W/"1"'])
    expect(await send(method, path, { body, headers: { 'If-Match': tag } })).toMatchObject({
      status: 400,
      body: { fieldErrors: { 'If-Match': [{ message: 'error.match.unsupported' }] } },
    })
  expect(await box.configs.count()).toEqual({ count: 1 })
})

it('reads, and writes of one record, take If-Match as before', async () => {
  const { box, send } = await scene()
  await box.configs.create({ body: { id: 'b', value: 1 } })
  expect(await send('GET', '/api/configs', { headers: { 'If-Match': '"1"' } })).toMatchObject({ status: 200 })
  const put = { body: { id: 'b', value: 2 }, headers: { 'If-Match': '"none"' } }
  expect(await send('PUT', '/api/configs/b', put)).toMatchObject({ status: 412 })
})

it.each(['"1"', '*', 'W/"1"'])('a create with If-Match: %s fails: nothing exists that could match', async (tag) => {
  const { box, send } = await scene()
  const create = { body: { id: 'a', value: 1 }, headers: { 'If-Match': tag } }
  expect(await send('POST', '/api/configs', create)).toMatchObject({ status: 412 })
  expect(await box.configs.count()).toEqual({ count: 0 })
})

it.each(['', '  '])('a write with an empty If-Match is rejected: %j', async (tag) => {
  const { box, send } = await scene()
  await box.configs.create({ body: { id: 'b', value: 1 } })
  const headers = { 'If-Match': tag }
  for (const [method, path, body] of [
    ['PUT', '/api/configs/b', { id: 'b', value: 2 }],
    ['PATCH', '/api/configs/b', { value: 2 }],
    ['DELETE', '/api/configs/b', undefined],
    ['POST', '/api/configs', { id: 'c', value: 2 }],
  ] as const)
    expect(await send(method, path, { body, headers })).toMatchObject({
      status: 400,
      body: { fieldErrors: { 'If-Match': [{ message: 'error.length.minimum' }] } },
    })
  expect(await box.configs.get({ id: 'b' })).toMatchObject({ value: 1 })
  expect(await send('GET', '/api/configs/b', { headers })).toMatchObject({ status: 200 })
})
