import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Live } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { buildPage } from '../packages/dashboard/build/build-page.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const command = (name: string) => ['--conditions=@signalbox/source', here(name)]
const examples = readdirSync(here('.')).filter((name) => name.endsWith('.ts') && name !== 'examples.slow.test.ts')

/** The output of an example that ends without being stopped. */
async function outputOf(name: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command(name))
  expect(stderr).toBe('')
  return stdout
}

describe('the examples', () => {
  it.each(examples)('%s begins with comments on what it shows and how to run it', (name) => {
    const [shows, runs, next] = readFileSync(here(name), 'utf8').split('\n')
    expect(shows).toMatch(/^\/\/ \w.*\.$/)
    expect(runs).toMatch(/^\/\/ Run: /)
    expect(runs).toContain(`examples/${name}`)
    expect(next).toMatch(/^import /)
  })

  it.each(examples)('%s is in the table of the README', (name) => {
    expect(readFileSync(here('README.md'), 'utf8')).toContain(`[${name}](${name})`)
  })

  it('quick-start.ts has 12 lines of code', () => {
    const lines = readFileSync(here('quick-start.ts'), 'utf8').split('\n')
    expect(lines.filter((line) => line.trim() !== '' && !line.startsWith('//'))).toHaveLength(12)
  })

  it('quick-start.ts is the program of the README', () => {
    const [, , ...program] = readFileSync(here('quick-start.ts'), 'utf8').split('\n')
    expect(readFileSync(here('../README.md'), 'utf8')).toContain(`\`\`\`ts\n${program.join('\n').trim()}\n\`\`\``)
  })
})

describe('what the examples print', () => {
  it('quick-start.ts', async () => {
    const output = await outputOf('quick-start.ts')
    expect(output).toMatch(/^ann false\nben false\neve true\n\{\n {2}reason: 'SPLIT'/)
    expect(output).toContain('bucket: 90902,\n  bound: 50000')
    expect(output).toMatch(/\nben true\n\{ shop: \{ limits: \{ items: 20 \} \} \}\n$/)
  })

  it('embedded.ts', async () => {
    expect(await outputOf('embedded.ts')).toBe('ann: true\nben: false\nchange: FEATURE_CREATED shop:gift-wrap\n')
  })

  it('targeting.ts', async () => {
    const output = await outputOf('targeting.ts')
    expect(output).toMatch(
      /^ann 3\.1\.4 true\nann 2\.9\.0 false\ntemp-7 3 true\nothers: 1015 of 10000\n\{\n {2}reason: 'SPLIT'/,
    )
    expect(output).toContain("active: false,\n  rule: { index: 1, name: 'a tenth' },\n  trace: [")
    expect(output).toContain("outcome: false,\n            value: '3',\n            actual: '2.9.0'\n")
    expect(output).toContain('bucket: 66535,\n        bound: 10000,\n        of: 100000\n')
    expect(output).toMatch(/\ntemp-7 3 false\n\{\n {2}in: false,\n.* {4}listed: 'excluded'\n {2}\}\n\}\n$/s)
  })

  it('openapi.ts', async () => {
    expect((await outputOf('openapi.ts')).split('\n')).toEqual([
      '401 Basic realm="signalbox-doc", charset="UTF-8"',
      '3.1.1 get put delete patch',
      '304',
      'openapi: "3.1.1"',
      '',
    ])
  })

  it('canary.ts', async () => {
    expect((await outputOf('canary.ts')).trimEnd().split('\n')).toEqual([
      'stable 1897 clients, 40.0 % ordered (37.8 % to 42.2 %), best with probability 0.0 %',
      'next    103 clients, 59.2 % ordered (49.6 % to 68.2 %), best with probability 100.0 %',
      'Requests of 200 clients to the new backend since then: 0',
    ])
  })

  it('usage.ts', async () => {
    expect((await outputOf('usage.ts')).trimEnd().split('\n')).toEqual([
      'checkout: 2 requests at 2 cents are 4 cents; 0 were refused for free',
      'search: 3 requests at 2 cents are 6 cents; 2 were refused for free',
    ])
  })

  it('error-pages.ts', async () => {
    const output = await outputOf('error-pages.ts')
    expect(output).toContain(
      '504 text/html; charset=utf-8\n<h1>The shop is closed</h1><p>It will open again in a minute (an-id-to-search-the-logs-for)</p>\n',
    )
    expect(output).toContain('504 application/json\n{"gateway-error-id":"an-id-to-search-the-logs-for"')
    expect(output).toMatch(/\n\d+ lines of a built-in page/)
  })

  it('experiment.ts', async () => {
    const lines = (await outputOf('experiment.ts')).trim().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^variant +users +bought +rate +\d+\.\d % +\d+\.\d % +uplift$/),
      expect.stringMatching(/^red +2000 +2\d\d +1\d\.\d % {3}━+●━+·+ {3}the others are compared with it$/),
      expect.stringMatching(/^green +2000 +2\d\d +1\d\.\d % {3}·+━+●━+ {3}22\.9 % \(3\.1 % to 46\.5 %\)$/),
      'red: best with probability 1.1 %, expected loss 2.3 %',
      'green: best with probability 98.9 %, expected loss 0.0 %',
      'The split is as the traffic says (p = 1.00)',
      expect.stringMatching(/^To see a tenth more, each variant takes \d+ users: \d+ days to go$/),
    ])
  })

  it('openfeature.ts', async () => {
    expect((await outputOf('openfeature.ts')).trim().split('\n')).toEqual([
      'ann false SPLIT',
      'eve true SPLIT',
      '{ items: 20 }',
      'FLAG_NOT_FOUND',
      'ann true',
      'ann sees green',
      'green: displayed 1, won 1',
    ])
  })

  it('webhooks.ts', async () => {
    expect(await outputOf('webhooks.ts')).toBe('CONFIG_CREATED shop:limits\nCONFIG_DELETED shop:limits\n')
  })

  it('workflow.ts', async () => {
    const lines = (again: boolean, by: string) => [
      '  whole order: done, attempt 1',
      ...(again ? ['  look up stock: UNAVAILABLE, attempt 1'] : []),
      `  look up stock: done, attempt ${again ? 2 : 1}`,
      '  is there enough?: done, attempt 1',
      '  is express on?: done, attempt 1',
      '  choose: done, attempt 1',
      '  send parcel: done, attempt 1',
      `  Parcel P-1 goes by ${by}`,
    ]
    expect((await outputOf('workflow.ts')).trimEnd().split('\n')).toEqual([
      'ann orders 2',
      ...lines(true, 'plane'),
      'ben orders 2',
      ...lines(false, 'ship'),
      'ann orders 9',
      expect.stringMatching(/^ {2}.*Only 3 of item 7 are left$/),
    ])
  })

  it('hono.ts', async () => {
    await whileServing('hono.ts', async (url) => {
      const page = async () => (await fetch(url)).text()
      expect(await page()).toBe('The old home page')
      const patch = await fetch(`${url}/api/features/site:new-home`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: '[{"op":"replace","path":"/enabled","value":true}]',
      })
      expect(patch.status).toBe(200)
      expect(await page()).toBe('The new home page')
    })
  })

  it('dashboard.ts', async () => {
    await buildPage()
    await whileServing('dashboard.ts', async (url) => {
      expect((await fetch(`${url}/api/me`)).status).toBe(401)
      const signedIn = await fetch(`${url}/sign-in/ben`, { redirect: 'manual' })
      expect(signedIn.headers.get('Location')).toBe('/admin/')
      const headers = { Cookie: signedIn.headers.get('Set-Cookie')!.split(';')[0]!, 'Content-Type': 'application/json' }
      const page = await (
        await fetch(`${url}/admin/features/shop:express`, { headers: { ...headers, Accept: 'text/html' } })
      ).text()
      expect(page).toContain('<base href="../">')
      expect(page).toContain('<title>The shop</title>')
      const enable = (id: string) =>
        fetch(`${url}/api/features/${id}`, { method: 'PATCH', headers, body: '{"enabled":true}' })
      expect((await enable('shop:express')).status).toBe(200)
      expect((await enable('blog:comments')).status).toBe(403)
    })
  })

  it('gateway.ts', async () => {
    await whileServing('gateway.ts', async (url) => {
      const text = async (path: string) => (await fetch(url + path)).text()
      expect(await text('/')).toBe('Your own route; the gateway serves all others')
      expect(await text('/stock/items/7?size=2')).toBe('The stock got GET /items/7?size=2')
      expect((await fetch(`${url}/stock/items/7`, { method: 'PUT' })).status).toBe(405)
      expect((await fetch(`${url}/stock`)).status).toBe(404)
    })
  })

  it('portal.ts', async () => {
    await whileServing('portal.ts', async (url) => {
      const signIn = async (name: string) =>
        (await fetch(`${url}/login/${name}`, { redirect: 'manual' })).headers.get('Set-Cookie')!.split(';')[0]!
      const [ann, ben] = [await signIn('ann'), await signIn('ben')]
      const read = (path: string, Cookie = '') => fetch(url + path, { redirect: 'manual', headers: { Cookie } })
      const statuses = (path: string) =>
        Promise.all(['', ben, ann].map(async (cookie) => (await read(path, cookie)).status))
      expect(await statuses('/developers/stock/')).toEqual([200, 200, 200])
      expect(await statuses('/developers/prices/')).toEqual([404, 404, 200])
      const asked = await read('/developers/stock/subscribe/?plan=free')
      const login = await fetch(new URL(asked.headers.get('Location')!, asked.url), { redirect: 'manual' })
      expect(login.headers.get('Location')).toMatch(/^\/login\?to=/)

      const post = async (path: string, body: object, Cookie = ben) => {
        const headers = { Cookie, 'Content-Type': 'application/json' }
        const response = await fetch(`${url}/developers/~/api/mine/${path}`, {
          ...{ method: 'POST', headers, body: JSON.stringify(body) },
        })
        return { status: response.status, ...(await response.json()) }
      }
      const { id: owner_ref } = await post('applications', { name: 'A till' })
      const subscribe = (api_ref: string) => post('subscriptions', { owner_ref, api_ref, plan_ref: 'free' })
      expect((await subscribe('prices')).status).toBe(404)
      const { clientId, clientSecret } = (await subscribe('stock')).credentials
      const items = (headers: Record<string, string>) => fetch(`${url}/stock/items`, { headers })
      expect((await items({})).status).toBe(401)
      const response = await items({ 'X-API-Key': `${clientId}:${clientSecret}` })
      expect([response.status, await response.text()]).toEqual([200, 'Hello from Stock'])
    })
  })

  it('node-service.ts', async () => {
    const code = await whileServing('node-service.ts', async (url) => {
      const page = async () => (await fetch(url)).text()
      expect(await page()).toBe('Delivered within a week')
      expect((await fetch(`${url}/release`, { method: 'POST' })).status).toBe(204)
      await expect.poll(page).toBe('Delivered tomorrow')
    })
    expect(code).toBe(0)
  })

  it('browser.ts, its page loading a client that follows changes', async () => {
    await whileServing('browser.ts', async (url) => {
      const [page, script] = await Promise.all(
        ['/', '/client.js'].map(async (path) => (await fetch(url + path)).text()),
      )
      expect(page).toContain("from './client.js'")
      const { createClient, live } = await import(`data:text/javascript;base64,${btoa(script ?? '')}`)
      const flags: Live = live(createClient({ baseUrl: url }), { patterns: 'site:*' })
      await flags.ready()
      expect([flags.status, flags.isActive('site:sale')]).toEqual(['fresh', false])
      const changed = new Promise((resolve) => void flags.on('change', resolve))
      await fetch(`${url}/toggle`, { method: 'POST' })
      expect(await changed).toMatchObject({ features: ['site:sale'] })
      expect(flags.isActive('site:sale')).toBe(true)
      await flags.close()
      expect((await fetch(`${url}/api/features/site:sale`, { method: 'DELETE' })).status).toBe(403)
    })
  })
})

/** Starts an example that serves, uses it and stops it. Returns its exit code. */
async function whileServing(name: string, use: (url: string) => Promise<void>): Promise<number | null> {
  const child = spawn(process.execPath, command(name), { env: { ...process.env, PORT: '0' } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    await use(await addressIn(child.stdout))
  } finally {
    child.kill()
    await ended
  }
  return ended
}

/** Reads the address that a program prints, once the line is complete. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const part of output) {
    said += part
    const [, url] = /(http:\/\/127\.0\.0\.1:\d+).*\n/.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`The program ended and had said no address: ${said}`)
}
