import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { dashboard } from '@signalbox/dashboard'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open, startService } from './browser.fixture.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Serves on a free port until the test has finished. */
async function serve(listener: Listener): Promise<string> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A proxy that removes a prefix from the paths of requests, and tells nobody. */
const stripping = (prefix: string, target: string) =>
  serve((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    const asked = request(target + url.slice(prefix.length), { method: method!, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    outgoing.on('close', () => asked.destroy())
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })

const mounts = {
  '/': async () => {
    const { url, admin, box } = await startService()
    return { box, admin, api: url, path: '/' }
  },
  '/admin': async () => {
    const { admin, box } = await startService()
    const app = new Hono().route('/', toHono(box)).route('/admin', dashboard({ api: '..' }))
    return { box, admin, api: await serve(getRequestListener(app.fetch)), path: '/admin/' }
  },
  'a path that a proxy removes': async () => {
    const { url, admin, box } = await startService()
    return { box, admin, api: `${await stripping('/tools/flags', url)}/tools/flags`, path: '/' }
  },
  'a path below one that a proxy removes': async () => {
    const { admin, box } = await startService()
    const app = new Hono().route('/', toHono(box)).route('/admin', dashboard({ api: '..' }))
    const url = await serve(getRequestListener(app.fetch))
    return { box, admin, api: `${await stripping('/tools', url)}/tools`, path: '/admin/' }
  },
}

describe.each(Object.keys(mounts) as (keyof typeof mounts)[])('mounted at %s', (mount) => {
  it.each([
    ['features', 'shop'],
    ['features/shop%3Aexpress', 'express'],
    ['settings', 'Settings'],
  ])('the link %s opens its screen, and leads to others', async (link, shown) => {
    const { box, admin, api, path } = await mounts[mount]()
    const seen = api + path
    const body = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } as const
    await box.features.create({ body })
    const page = await open(seen + link, { as: admin, api })
    await page.getByRole('main').getByText(shown).first().waitFor()
    await page.getByRole('link', { name: 'Segments' }).first().click()
    await page.getByRole('heading', { name: 'Segments' }).waitFor()
    expect(page.url()).toBe(`${seen}segments`)
    await page.reload()
    await page.getByRole('heading', { name: 'Segments' }).waitFor()
    await page.goBack()
    await page.getByRole('main').getByText(shown).first().waitFor()
  })
})

describe('a page', () => {
  it('asks to sign in first', async () => {
    const { url } = await startService()
    const page = await open(`${url}/features/shop:express`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await eachLook(page, (name) => axe(page, name))
  })
})
