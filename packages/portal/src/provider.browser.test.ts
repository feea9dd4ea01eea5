import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open } from '../../dashboard/web/browser.fixture.ts'
import { portal } from './index.ts'
import { publish } from './published.fixture.ts'
import type { SignInProvider } from './sign-in-provider.ts'

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** A provider at an origin of its own that sends everybody back, as Ada. */
async function startProvider(callback: () => string): Promise<SignInProvider> {
  const http = createServer((_, response) => response.writeHead(303, { Location: `${callback()}?code=7` }).end())
  await once(http.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void http.close())
  return {
    name: 'Example',
    begin: async ({ to }) => ({
      url: `http://127.0.0.1:${portOf(http)}/authorize`,
      cookie: `at_provider=${encodeURIComponent(to)}; Path=/; HttpOnly; SameSite=Lax`,
    }),
    finish: async ({ cookies = '' }) => ({
      to: decodeURIComponent(/at_provider=([^;]+)/.exec(cookies)?.[1] ?? ''),
      cookie: 'at_provider=; Path=/; Max-Age=0',
      person: async () => ({ issuer: 'https://id.example.com', subject: '17', name: 'Ada' }),
    }),
  }
}

it('somebody signs in at a provider of another origin, comes back to the page, and signs out', async () => {
  const box = createSignalbox({ gatewayUrl: 'https://api.example.com' })
  onTestFinished(() => box.close())
  const plan = { id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' }
  await publish(box, { documentation: { plans: [plan] } })
  const app = new Hono()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${portOf(server)}/portal`
  const provider = await startProvider(() => `${url}/~/sign-in/callback`)
  app.route('/portal', portal(box, { provider }))

  const page = await open(`${url}/billing/plans/`)
  await page.getByRole('link', { name: 'Subscribe to Free' }).click()
  await eachLook(page, (one) => axe(page, `sign in, ${one}`))
  expect(await page.getByRole('textbox', { name: /password/i }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Application name').waitFor()
  expect(page.url()).toBe(`${url}/billing/subscribe/?plan=free`)
  await page.getByLabel('Application name').fill('Checkout')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText('Client secret').first().waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor()
})
