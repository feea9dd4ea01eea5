import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@signalbox/client'
import { createSignalbox } from '@signalbox/core'
import { dashboard } from '@signalbox/dashboard'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from './browser.fixture.ts'
import { serve } from './serve.fixture.ts'

it('a change has a reason, which its history and the log show with the author', async () => {
  const { url, admin, box } = await startService()
  const feature = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } as const
  await box.features.create({ body: feature }, { reason: 'First draft' })
  const page = await open(`${url}/features/shop:express`, { as: admin })
  await page.getByRole('tab', { name: 'Details' }).click()
  const description = page.getByRole('textbox', { name: 'Description' })
  const reason = page.getByLabel('Reason')
  const describeAs = async (text: string) => {
    await description.fill(text)
    await reason.waitFor()
  }

  await describeAs('Checkout in one step')
  await eachLook(page, (name) => axe(page, `bar ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await reason.fill('Support asked: “what is it?”')
  await reason.press('Enter')
  await reason.waitFor({ state: 'detached' })
  await describeAs('Express')
  expect(await reason.inputValue()).toBe('')
  expect(await page.locator('datalist option').getAttribute('value')).toBe('Support asked: “what is it?”')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('tabpanel').getByRole('listitem')
  await history.filter({ hasText: 'Support asked: “what is it?”' }).getByRole('link', { name: 'admin' }).waitFor()
  await history.filter({ hasText: 'First draft' }).getByText('Signalbox').waitFor()
  await eachLook(page, (name) => axe(page, `history ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  const downloaded = async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const lines = (await text((await (await download).createReadStream()) as never)).trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line))
  }
  expect(await downloaded()).toMatchObject([
    { type: 'FEATURE_CREATED', reason: 'First draft', authInfo: { kind: 'System' } },
    { type: 'FEATURE_UPDATED', reason: 'Support asked: “what is it?”', authInfo: { id: 'admin' } },
  ])

  await page.goto(`${url}/events`)
  await page.getByText('First draft').waitFor()
  await page.getByLabel('Author').fill('adm')
  await page.getByRole('option', { name: 'admin' }).click()
  await page.getByText('First draft').waitFor({ state: 'detached' })
  expect(await downloaded()).toMatchObject([{ type: 'FEATURE_UPDATED', authInfo: { id: 'admin' } }])
  await eachLook(page, (name) => axe(page, `events ${name}`))
})

it('the details of an event explain its author, and have the id of its trace to copy', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const box = createSignalbox({ telemetry: { traceparent: () => `00-${trace}-00f067aa0ba902b7-01` } })
  const app = new Hono().route('/', toHono(box, { access: 'open' })).route('/admin', dashboard({ api: '..' }))
  const url = await serve(getRequestListener(app.fetch))
  await createClient({ baseUrl: url }).segments.create({ body: { id: 'vip' } }, { reason: 'For the beta' })
  const page = await open(`${url}/admin/events`)
  await page.getByText('Anyone (no sign-in required) created the segment vip').waitFor()
  await page.getByRole('button', { name: /Details of event/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Access control is off').waitFor()
  await dialog.getByText('For the beta', { exact: true }).waitFor()
  await dialog.getByText(trace, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Copy the trace id' }).click()
  await page.getByText('Copied.').waitFor()
  await eachLook(page, (name) => axe(page, `event ${name}`))
})
