import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Page, Request } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open } from '../../dashboard/web/browser.fixture.ts'
import { portal } from './index.ts'
import { elements, vectors } from './pages/vectors.fixture.ts'
import { createBox, publish } from './published.fixture.ts'

/** Serves the portal of one API below `/developers`. Returns its address. */
async function start(body: object): Promise<string> {
  const box = createBox()
  await publish(box, body as never)
  const app = new Hono().route('/developers', portal(box))
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}/developers/billing/`),
    )
    onTestFinished(() => void server.close())
  })
}

/** Whether a script of a vector ran in a page. */
const hasRun = (page: Page) => page.evaluate(() => '__ran' in globalThis)

/** Opens pages one after the other, and touches their links as a reader would. */
async function visit(page: Page, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await page.goto(url)
    expect([url, await hasRun(page)]).toEqual([url, false])
  }
}

/** An operation with a text at each place where an author writes. */
function operationWith(text: string, tag: string) {
  const schema = {
    type: 'object',
    title: text,
    properties: { [text]: { type: 'string', description: text, enum: [text] } },
  }
  const content = { 'application/json': { schema, example: { [text]: text } } }
  return {
    ...{ tags: [tag], summary: text, description: text, operationId: text },
    parameters: [{ name: text, in: 'query', required: true, description: text, schema: { default: text } }],
    requestBody: { content },
    responses: { 200: { description: text, content } },
  }
}

const each = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

it('no page runs a script or asks another site, whatever authors write', async () => {
  const groups = each(vectors, 10).map((some) => some.map((one) => one.toWellFormed()))
  const resources = groups.map((some, i) => ({
    path: [`p${i}`],
    title: some.join(' '),
    text_content: some.join('\n\n'),
  }))
  const plans = vectors.slice(0, 80).map((name, i) => ({
    ...{ id: `plan-${i}`, name: name.toWellFormed(), description: name.toWellFormed() },
    ...{ status: 'published', access_mode_configuration_type: 'keyless' },
  }))
  const name = elements.join(' ').toWellFormed()
  const paths = Object.fromEntries(
    groups.map((some, i) => [`/${i}/${some[0]}`, { post: operationWith(some.join('\n\n'), `t${i}`) }]),
  )
  const api = { path: ['api'], json_content: { openapi: '3.1.0', info: { title: name, description: name }, paths } }
  const url = await start({
    name,
    description: name,
    documentation: { resources: [...resources, api], plans, banner: { text_content: name } },
  })
  const page = await open(url)
  await visit(page, [
    ...resources.map((_, i) => `${url}p${i}/`),
    `${url}plans/`,
    `${url}search/?q=script`,
    `${url}changes/`,
    `${url}reference/`,
    ...groups.map((_, i) => `${url}reference/t${i}/`),
    `${url}../`,
  ])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

it('no file of an author runs a script: in a frame, as a picture, or opened itself', async () => {
  const html = elements.map((one, i) => ({
    path: [`h${i}`],
    content_type: 'text/html',
    text_content: one.toWellFormed(),
  }))
  const svg = elements.slice(0, 20).map((one, i) => ({
    ...{ path: [`s${i}.svg`], content_type: 'image/svg+xml' },
    text_content: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${one.toWellFormed()}</svg>`,
  }))
  const [logo] = svg
  const home = { text_content: svg.map((_, i) => `![x](/s${i}.svg)`).join('\n') }
  const url = await start({ documentation: { home, logo, resources: [...html, ...svg] } })
  // The browser tells that it blocked them.
  const page = await open(url, {
    expected:
      /sandbox|Content Security Policy|violates|ERR_|404|error on line|Blocked|Refused|Unsafe attempt|request to https:..evil/i,
  })
  // Requests that the policy blocks are never sent.
  const asked: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) asked.push(request)
  })
  const paths = ['', ...html.flatMap((_, i) => [`h${i}/`, `h${i}/?raw`]), ...svg.map((_, i) => `s${i}.svg`)]
  await visit(
    page,
    paths.map((path) => url + path),
  )
  await expect.poll(() => asked.map((one) => one.failure()?.errorText)).toEqual(asked.map(() => 'csp'))
})

it('a reader copies code, dismisses the banner, follows links and searches; axe finds nothing', async () => {
  const documentation = {
    plans: [{ id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' }],
    references: [{ title: 'Status', link: 'https://status.example.com' }],
    footer: { text_content: '[Example](https://example.com) Ltd' },
    banner: { text_content: 'A new version' },
    home: { text_content: '# Start\n\n[Guide](/guide)\n\n```\ncurl /\n```' },
    resources: [
      { path: ['guide'], title: 'Guide', text_content: '# Guide\n\nPay an invoice.' },
      {
        path: ['api'],
        json_content: {
          openapi: '3.1.0',
          info: { title: 'Billing', description: '# About\n\nAll of it.' },
          paths: { '/bills/{id}': { put: operationWith('Pay a bill', 'Bills') } },
        },
      },
    ],
  }
  const url = await start({ documentation })
  const page = await open(url)
  await eachLook(page, (name) => axe(page, name))
  for (const path of ['reference/', 'reference/bills/', 'changes/']) {
    await page.goto(`${url}${path}`)
    await eachLook(page, (name) => axe(page, `${path} ${name}`))
  }
  await page.goto(`${url}plans/`)
  await eachLook(page, (name) => axe(page, name))
  await page.goto(url)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Guide' }).click()
  expect(new URL(page.url()).pathname).toBe('/developers/billing/guide/')
  await expect.poll(() => page.getByText('A new version').isVisible()).toBe(false)
  await page.getByRole('searchbox').fill('invoi')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Guide' }).click()
  await page.getByRole('heading', { name: 'Guide' }).waitFor()
})
