import { getRequestListener } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { dashboard } from '@signalbox/dashboard'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { serve } from '../../serve.fixture.ts'

it('a webhook that does not keep up is named with how far it is behind, until it has caught up', async () => {
  let late = 0
  let accept = () => {}
  const accepted = new Promise<void>((resolve) => {
    accept = resolve
  })
  const box = createSignalbox({
    clock: () => Date.now() + late,
    fetch: async () => {
      await accepted
      return new Response(null, { status: 204 })
    },
  })
  await box.webhooks.create({ body: { clientId: 'orders', callbackUrl: 'https://orders.example.com/changes' } })
  await box.segments.create({ body: { id: 'vip' } })
  late = 200_000
  const app = new Hono().route('/', toHono(box, { access: 'open' })).route('/admin', dashboard({ api: '..' }))
  const page = await open(`${await serve(getRequestListener(app.fetch))}/admin/`)
  await page.getByText(/The webhook orders is 3 minutes behind, with \d events? to go\./).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'This system' }).click()
  await page.getByText('Webhook orders').waitFor()
  await page.getByText(/^3 minutes behind, with \d events? to go$/).waitFor()
  await eachLook(page, (name) => axe(page, name))
  accept()
  await page.getByText('Webhook orders').waitFor({ state: 'detached' })
  await page.getByText('Webhooks', { exact: true }).and(page.locator('dt')).waitFor()
})
