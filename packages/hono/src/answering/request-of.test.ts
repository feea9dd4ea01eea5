import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { Hono, type MiddlewareHandler } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toHono } from '../to-hono.ts'

const secret = 'sixteen-characters'
const id = { 'Service-Client-Id': 'me' }
const own = { ...id, 'Service-Client-Secret': secret }
const json = { 'Content-Type': 'application/json' }
const feature = { id: 'a', enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } }

/** An app on Node.js whose middleware sees requests first. Sends each request three times, and returns the statuses. */
async function behind(middleware: MiddlewareHandler) {
  const box = createSignalbox()
  await box.apiKeys.create({ body: { clientId: 'me', clientSecret: secret, name: 'Me', admin: true } })
  await box.features.create({ body: feature as never })
  const app = new Hono().use(middleware).route('/', toHono(box))
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (path: string, init: RequestInit = {}) => {
    const answers: unknown[] = []
    for (let count = 0; count < 3; count++) {
      const response = await fetch(url + path, init)
      answers.push([response.status, ((await response.json()) as { active?: boolean }).active])
    }
    return answers
  }
}

const thrice = <T>(answer: T) => [answer, answer, answer]

describe('a request on Node.js', () => {
  const plain: MiddlewareHandler = (_, next) => next()

  it('is read with its headers and its body', async () => {
    const send = await behind(plain)
    expect(await send('/api/features/a/check', { headers: own })).toEqual(thrice([200, false]))
    expect(await send('/api/features/a/check')).toEqual(thrice([401, undefined]))
    const ann = { method: 'POST', headers: { ...own, ...json }, body: '{"id":"ann"}' }
    expect(await send('/api/features/a/check', ann)).toEqual(thrice([200, true]))
  })

  it('has the headers that middleware has set', async () => {
    const send = await behind((c, next) => {
      c.req.raw.headers.set('Service-Client-Secret', secret)
      return next()
    })
    expect(await send('/api/me', { headers: id })).toEqual(thrice([200, undefined]))
  })

  it('lacks the headers that middleware has removed', async () => {
    const send = await behind((c, next) => {
      c.req.raw.headers.delete('Service-Client-Secret')
      return next()
    })
    expect(await send('/api/me', { headers: own })).toEqual(thrice([401, undefined]))
  })

  it('is the one that middleware has put in its place', async () => {
    const send = await behind((c, next) => {
      const headers = { ...own, ...json }
      c.req.raw = new Request(c.req.raw.url, { method: 'POST', headers, body: '{"id":"ann"}' })
      return next()
    })
    const bob = { method: 'POST', headers: json, body: '{"id":"bob"}' }
    expect(await send('/api/features/a/check', bob)).toEqual(thrice([200, true]))
  })
})
