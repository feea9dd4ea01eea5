import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { open, picture } from '../../dashboard/web/browser.fixture.ts'
import { portal } from './index.ts'
import { createBox, publish } from './published.fixture.ts'

const keys = { status: 'published', access_mode_configuration_type: 'apikey' } as const

const invoice = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, total: { type: 'number' } } }
const content = { 'application/json': { schema: invoice } }
const openapi = {
  openapi: '3.1.0',
  info: { title: 'Billing', version: '2.1.0' },
  tags: [{ name: 'Invoices', description: 'What your customers owe you.' }],
  paths: {
    '/invoices/{id}': {
      get: {
        ...{ tags: ['Invoices'], summary: 'Get an invoice' },
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'string' },
            description: 'The number of the invoice.',
          },
        ],
        responses: { 200: { description: 'The invoice', content } },
      },
    },
  },
}

const billing = {
  ...{ version: '2.1.0', description: 'Create and send invoices.', groups: ['Money'] },
  routes: [{ id: 'invoice', frontend: { paths: ['/invoices/:id', '/invoices'], methods: ['GET'] } }],
  documentation: {
    home: { title: 'Billing', text_content: '# Invoices by API' },
    resources: [
      { path: ['guide'], title: 'Your first invoice', text_content: '# Your first invoice' },
      { path: ['openapi'], title: 'OpenAPI', json_content: openapi },
    ],
    plans: [
      {
        ...{ ...keys, id: 'free', name: 'Free', terms: { version: '1', text: 'Be fair: this plan is for trials.' } },
        access_mode_configuration: { quota: { perDay: 1000 } },
        form: [{ name: 'use', label: 'What will you build?', type: 'text', required: true }],
      },
      { ...keys, id: 'team', name: 'Team', approval: 'manual' },
    ],
  },
}

const others = [
  {
    id: 'parcels',
    name: 'Parcels',
    context_path: '/p',
    description: 'Send, track and return parcels.',
    groups: ['Goods'],
  },
  { id: 'stock', name: 'Stock', context_path: '/s', description: 'What each warehouse has.', groups: ['Goods'] },
]

/** The address of a portal with three APIs, where everybody may sign up. */
async function startPortal(): Promise<string> {
  const box = createBox({ clock: Date.now, developers: { signUp: 'open' } })
  await publish(box, billing)
  for (const api of others) await publish(box, api)
  const app = new Hono().route('/developers', portal(box, { title: 'Example for developers' }))
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}/developers/`),
    )
    onTestFinished(() => void server.close())
  })
}

/** Keeps a picture of what stands at the top of a page, for the README. */
async function keep(page: Page, name: string, shown: string): Promise<void> {
  await page.getByRole('main').getByText(shown).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await picture(page, name, 'portal')
}

it('shows a stranger the catalog, the reference, a form to subscribe, and a key', async () => {
  const page = await open(await startPortal())
  await page.setViewportSize({ width: 900, height: 670 })
  await keep(page, 'catalog', 'Send, track and return parcels.')
  await page.goto('billing/reference/invoices/')
  await keep(page, 'reference', 'Get an invoice')
  await page.goto('billing/subscribe/?plan=free')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.getByLabel('E-mail').fill('ann@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Application name').fill('My shop')
  await page.getByLabel('What will you build?').fill('Accounting for my shop')
  await page.getByLabel('I accept the terms, version 1').check()
  await keep(page, 'subscribe', 'Be fair')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await keep(page, 'key', 'You won’t be able to see this secret again.')
})
