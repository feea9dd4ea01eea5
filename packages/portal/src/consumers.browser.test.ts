import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open, startService } from '../../dashboard/web/browser.fixture.ts'
import { portal } from './index.ts'
import { publish } from './published.fixture.ts'

const run = promisify(execFile)

/** A backend, until the test has finished. Returns its port. */
async function startBackend(): Promise<number> {
  const backend = createServer((request, response) => response.end(`Invoices at ${request.url}`))
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void backend.close())
  return (backend.address() as AddressInfo).port
}

/** An API with a plan, and a backend that answers. */
const billing = (port: number) => ({
  backends: [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port }] } }],
  routes: [{ id: 'invoices', backend: 'main', frontend: { paths: ['/invoices'], methods: ['GET'] } }],
  documentation: {
    home: { text_content: '# Invoices by API' },
    plans: [
      {
        ...{ id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' },
        access_mode_configuration: {
          quota: { perDay: 1000 },
          rotation: { enabled: true, rotationEvery: 24, gracePeriod: 1 },
        },
        terms: { version: '1', text: 'Be *fair*.' },
        form: [{ name: 'use', label: 'What for?', type: 'text', required: true }],
      },
      { id: 'gold', name: 'Gold', status: 'published', access_mode_configuration_type: 'apikey', approval: 'manual' },
    ],
  },
})

/** Runs the `curl` line of a page as it is printed. Returns the status and the body. */
async function runPrinted(page: Page): Promise<string> {
  const line = (await page.locator('code', { hasText: 'curl -u' }).textContent()) ?? ''
  const { stdout } = await run('sh', ['-c', `${line} -s -w ' %{http_code}'`])
  return stdout
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click()

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await press(page, 'Create account')
}

async function subscribe(page: Page, name: string): Promise<void> {
  await page.getByLabel('Application name').fill(name)
  await page.getByLabel('What for?').fill('Accounting')
  await page.getByLabel('I accept the terms, version 1').check()
  await press(page, 'Subscribe')
}

/** Scripts must run in the page for axe: with them, each page is looked at. */
it.each([false, true])(
  'a stranger signs up, subscribes, calls the API, and rotates the key; with script: %s',
  async (script) => {
    const { url, box } = await startService({ gateway: true, portal: 'open', dashboard: 'off' })
    await publish(box, billing(await startBackend()))
    await publish(box, { id: 'shop', name: 'Shop', context_path: '/shop' })
    const page = await open(`${url}/portal/`, { script, expected: /404|409/ })
    const look = async (name: string) => {
      if (script) await eachLook(page, (one) => axe(page, `${name}, ${one}`))
    }
    await follow(page, 'Billing')
    await follow(page, 'Plans')
    await follow(page, 'Subscribe to Free')
    await follow(page, 'Create an account')
    await look('sign up')
    await signUp(page, 'ann@example.com')
    await page.getByRole('heading', { name: 'Subscribe to Free' }).waitFor()
    await look('subscribe')
    await subscribe(page, 'My shop')
    await page.getByText('You won’t be able to see this secret again.').waitFor()
    await look('key')
    expect(await runPrinted(page)).toBe('Invoices at /v1/invoices 200')
    await page.reload()
    await page.getByText('This key was shown once. Rotate it to get a new one.').waitFor()
    await follow(page, 'My applications')
    await look('my applications')
    await follow(page, 'Billing: Free')
    await page.getByText('Active').waitFor()
    await look('subscription')
    await page.getByText('The current key works for another hour').waitFor()
    await press(page, 'Rotate key')
    await page.getByText('The previous key works until').waitFor()
    expect(await runPrinted(page)).toBe('Invoices at /v1/invoices 200')
    await page.reload()
    await page.getByText('This key was shown once. Rotate it to get a new one.').waitFor()
    await follow(page, 'My applications')
    await follow(page, 'My shop')
    await press(page, 'Invite')
    expect(await page.locator('code', { hasText: '~/join' }).textContent()).toContain(`${url}/portal/~/join?`)
    await look('application')
    await follow(page, 'Ann')
    await look('account')
    await press(page, 'Sign out')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Ann').count()).toBe(0)
    await look('sign in')
  },
)

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Billing', version: '1' },
  paths: {
    '/invoices/{id}': {
      get: {
        ...{ tags: ['Invoices'], operationId: 'getInvoice', responses: {} },
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'i-1' },
          { name: 'lang', in: 'query', schema: { enum: ['en', 'fr'] } },
        ],
      },
      put: {
        ...{ tags: ['Invoices'], operationId: 'putInvoice', responses: {} },
        requestBody: { content: { 'application/json': { example: { total: 1 } } } },
      },
    },
  },
}

it.each([false, true])(
  'somebody tries an operation through the gateway of this process, which counts it; with script: %s',
  async (script) => {
    const { url, box } = await startService({ gateway: true, portal: 'open', dashboard: 'off' })
    const { documentation, ...api } = billing(await startBackend())
    const [free] = documentation.plans
    const { terms: _, form: _form, ...plan } = free as Record<string, unknown>
    await publish(box, {
      ...api,
      documentation: { plans: [plan], resources: [{ path: ['openapi'], json_content: openapi }] },
    })
    const page = await open(`${url}/portal/billing/subscribe/?plan=free`, { script })
    const look = async (name: string) => {
      if (script) await eachLook(page, (one) => axe(page, `${name}, ${one}`))
    }
    await follow(page, 'Create an account')
    await signUp(page, 'ann@example.com')
    await page.getByLabel('Application name').fill('My shop')
    await press(page, 'Subscribe')
    await page.getByText('You won’t be able to see this secret again.').waitFor()
    await page.goto(`${url}/portal/billing/reference/invoices/`)
    await page.getByText('Try it', { exact: true }).first().click()
    await look('reference')
    await press(page, 'Try it')
    await page.getByText('Invoices at /v1/invoices/i-1').waitFor()
    expect(await page.getByRole('status').textContent()).toMatch(/^200 in \d+ ms$/)
    await page.getByText(/^\d+ headers$/).click()
    await look('answer')
    await page.getByLabel('lang').selectOption('fr')
    await press(page, 'Try it')
    await page.getByText('Invoices at /v1/invoices/i-1?lang=fr').waitFor()
    const [{ id = '' } = {}] = (await box.subscriptions.list({})).results
    await expect.poll(async () => (await box.subscriptions.usage({ id })).quotas[0]?.used).toBe(2)
  },
)

it('a person whom the host has signed in subscribes, below a prefix that a proxy strips', async () => {
  const box = createSignalbox({ gatewayUrl: 'https://api.example.com' })
  onTestFinished(() => box.close())
  await publish(box, billing(1))
  const app = new Hono()
    .get('/login', (c) => {
      c.header('Set-Cookie', 'host=ann; Path=/; HttpOnly')
      return c.redirect(c.req.query('to') ?? '/')
    })
    .route(
      '/apis',
      portal(box, {
        apis: 'billing',
        signIn: '/login',
        authenticate: ({ headers }) =>
          /host=ann/.test(headers.get('Cookie') ?? '') ? { id: 'ann', name: 'Ann' } : undefined,
      }),
    )
  // A proxy: what comes below /developers is at the root of the app.
  const proxy = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/login') return app.fetch(request)
    const body = request.method === 'POST' ? { body: request.body, duplex: 'half' } : {}
    return app.fetch(
      new Request(new URL(pathname.replace(/^\/developers/, '') + search, request.url), {
        ...{ method: request.method, headers: request.headers },
        ...body,
      }),
    )
  }
  const url = await new Promise<string>((resolve) => {
    const server = serve({ fetch: proxy, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    onTestFinished(() => void server.close())
  })
  const page = await open(`${url}/developers/apis/plans/`, { script: false })
  await follow(page, 'Subscribe to Free')
  // The portal does not know the prefix, so that the host leads back without it.
  await page.goto(`${url}/developers/apis/plans/`)
  await follow(page, 'Subscribe to Free')
  await subscribe(page, 'My shop')
  await page.getByText('You won’t be able to see this secret again.').waitFor()
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
  expect(await box.developers.get({ id: 'ann' })).toMatchObject({ name: 'Ann', source: 'embedder' })
  await follow(page, 'My applications')
  await page.getByRole('heading', { name: 'My shop' }).waitFor()
})

it('nothing invites to sign up where people only read', async () => {
  const { url, box } = await startService({ portal: 'read', dashboard: 'off' })
  await publish(box, billing(1))
  const page = await open(`${url}/portal/billing/plans/`, { expected: /404/ })
  expect(await page.getByRole('link', { name: /sign|subscribe/i }).count()).toBe(0)
  for (const path of ['~/sign-up/', '~/sign-in/', 'billing/subscribe/?plan=free', '~/api/mine'])
    expect([path, (await page.goto(`${url}/portal/${path}`))?.status()]).toEqual([path, 404])
})
