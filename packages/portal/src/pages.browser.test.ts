import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { axe, everyLook, open } from '../../dashboard/web/browser.fixture.ts'
import { portal } from './index.ts'
import { change, createBox, NOW, publish } from './published.fixture.ts'

const DAY = 86_400_000
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const plans = [
  {
    ...{ id: 'free', name: 'Free', description: 'For trials', status: 'published' },
    ...{ access_mode_configuration_type: 'apikey', access_mode_configuration: { quota: { perDay: 1000 } } },
  },
  {
    ...{ id: 'pro', name: 'Pro', status: 'published', access_mode_configuration_type: 'jwt' },
    pricing: { enabled: true, price: 9.5, currency: 'EUR', params: { period: 'month' } },
    access_mode_configuration: { jwksUrl: 'https://login.example.com/jwks' },
  },
]

const documentation = {
  ...{ plans, tags: ['money'] },
  banner: { text_content: 'Version 2 is [here](/guide)' },
  footer: { text_content: '[Example](https://example.com) Ltd' },
  logo: { content_type: 'image/png', base64_content: png },
  references: [{ title: 'Status', link: 'https://status.example.com', description: 'Is it up?', icon: ['icon.png'] }],
  home: { title: 'Billing', text_content: '# Invoices by API\n\nRead the [guide](/guide).\n\n## Then\n\n1. Send one.' },
  resources: [
    {
      ...{ path: ['guide'], title: 'Guide' },
      text_content:
        '# Guide\n\n> Note\n\n| a | b |\n| :- | -: |\n| 1 | 2 |\n\n```sh\ncurl /\n```\n\n- one\n  - two\n\n![icon](/icon.png) ![away](https://a.example/x.png)\n\n---\n\nEnd.',
    },
    { path: ['html'], title: 'In HTML', content_type: 'text/html', text_content: '<h1>HTML</h1>' },
    { path: ['none'], title: 'Nothing yet' },
    { path: ['alone'], title: 'Alone', text_content: 'No sidebar.', site_page: true },
    { path: ['api'], title: 'API', json_content: { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} } },
    { path: ['icon.png'], content_type: 'image/png', base64_content: png },
  ],
}

/** Serves a portal with an API in each state. Returns its address. */
async function start(): Promise<string> {
  const box = createBox()
  await publish(box, { groups: ['finance'], tags: ['invoices'], description: 'Sends invoices', documentation })
  for (const id of ['old', 'gone']) await publish(box, { id, name: `The ${id} one`, context_path: `/${id}` })
  await change(box, 'old', { state: 'deprecated', sunset_at: NOW + 29 * DAY, successor: 'billing' })
  await change(box, 'gone', { state: 'removed', successor: 'billing' })
  const app = new Hono().route('/developers', portal(box, { clock: () => NOW }))
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}/developers/`),
    )
    onTestFinished(() => void server.close())
  })
}

/** Each kind of page, with a text that it has. */
const pages = [
  ['', 'Sends invoices'],
  ['?group=finance&tag=money', 'Sends invoices'],
  ['?q=invoices', 'Invoices by API'],
  ['billing/', 'Invoices by API'],
  ['billing/guide/', 'End.'],
  ['billing/html/', 'Open without the frame'],
  ['billing/none/', 'This page has no content yet.'],
  ['billing/alone/', 'No sidebar.'],
  ['billing/api/', 'OpenAPI document'],
  ['billing/plans/', '€9.50 per month'],
  ['billing/search/', 'Nothing yet'],
  ['billing/search/?q=guide', 'Guide'],
  ['billing/search/?q=xyzzy', 'No pages match your search.'],
  ['billing/unknown', 'There is no page at this address.'],
  ['old/', '29 days left'],
  ['gone/', 'This API was removed.'],
  ['unknown', 'There is no page at this address.'],
] as const

it('axe finds nothing on any page, light and dark, on a desk and on a phone, and the console is silent', async () => {
  const url = await start()
  // Axe asks sandboxed frames by messages, which do not reach them.
  const page = await open(url, { expected: /status of (404|410)|postMessage/ })
  for (const [path, text] of pages) {
    await page.goto(url + path)
    await page.getByText(text).first().waitFor()
    await everyLook(page, async (look) => {
      await axe(page, `${path} ${look}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, look, overflow]).toEqual([path, look, 0])
    })
  }
})

it('a reader filters the catalog, and finds the successor of an API that ends and of one that is gone', async () => {
  const url = await start()
  const page = await open(url, { expected: /status of 410/ })
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('money')
  await page.getByRole('button', { name: 'Show' }).click()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Billing'])
  for (const id of ['old', 'gone']) {
    await page.goto(`${url}${id}/`)
    await page.getByRole('main').getByRole('link', { name: 'Billing' }).click()
    await page.getByRole('heading', { name: 'Invoices by API' }).waitFor()
  }
})
