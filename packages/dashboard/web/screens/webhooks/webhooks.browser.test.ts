import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

/** A receiver of calls. `answer` is the status of its answers. */
async function startReceiver() {
  const receiver = { url: '', answer: 204, bodies: [] as string[], secrets: [] as (string | undefined)[] }
  const server = createServer(async (request, response) => {
    receiver.bodies.push(await text(request))
    receiver.secrets.push(request.headers.authorization)
    response.writeHead(receiver.answer).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`
  return receiver
}

const feature = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const

it('a webhook is created, tested, delivers, is banned, and delivers again', async () => {
  const receiver = await startReceiver()
  const { url, admin, box } = await startService({ webhookPrivate: true })
  await box.features.create({ body: { id: 'shop:express', ...feature } })
  const page = await open(`${url}/hooks`, { as: admin })
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByText('all events').waitFor()
  await eachLook(page, (name) => axe(page, `new ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByLabel('Id').fill('shop-sync')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('features').check()
  await dialog.getByLabel('Patterns', { exact: true }).fill('shop:*')
  await dialog.getByLabel('Patterns', { exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove the pattern shop:*' }).press('Enter')
  await dialog.locator('input:focus').fill('shop:*')
  await dialog.getByLabel('Patterns', { exact: true }).press('Enter')
  await dialog.getByText('changes of features under shop').waitFor()
  await dialog.getByRole('button', { name: 'Create' }).click()

  const shown = page.getByRole('dialog', { name: 'The signing secret of shop-sync' })
  const secret = await shown.getByLabel('Signing secret').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await shown.getByText(`SIGNALBOX_WEBHOOK_SECRET=${secret}`).waitFor()
  await axe(page, 'secret')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back' }).click()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'I stored it' }).click()
  await page.waitForURL(`${url}/hooks/shop-sync`)

  const status = page.getByRole('region', { name: 'Status' })
  await status.getByRole('button', { name: 'Test' }).click()
  await status.getByText('The test succeeded').waitFor()
  await page.getByText(/Of the last \d events, it would have received 1\./).waitFor()
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await page.getByText('No deliveries yet').last().waitFor()
  await box.features.patch({ id: 'shop:express', body: { enabled: false } })
  await status.getByText('Delivers').waitFor()
  await page.getByText(/^1 event: \d/).click()
  await page.getByRole('tabpanel').getByText('switched').waitFor()
  await eachLook(page, (name) => axe(page, `deliveries ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  receiver.answer = 502
  await box.features.patch({ id: 'shop:express', body: { enabled: true } })
  await status.getByText('Fails').waitFor()
  await box.webhooks.patch({ id: 'shop-sync', body: { isBanned: true } })
  await status.getByText('Banned').waitFor()
  await page.getByRole('treeitem', { name: 'shop-sync' }).getByText('Banned').waitFor()
  receiver.answer = 204
  const before = receiver.bodies.length
  await status.getByRole('button', { name: 'Let it deliver again' }).click()
  await status.getByText('Delivers').waitFor()
  expect(receiver.bodies.length).toBeGreaterThan(before)

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(kept + (await page.content())).not.toContain(secret)
})

it('headers stay secret, and belong to their address; a new secret and a deletion ask for the id', async () => {
  const receiver = await startReceiver()
  const { url, admin, box } = await startService({ webhookPrivate: true })
  await box.webhooks.create({
    body: { clientId: 'sync', callbackUrl: 'http://127.0.0.1:9/old', headers: { Authorization: 'Bearer of-old' } },
  })
  const page = await open(`${url}/hooks/sync`, { as: admin })
  await page.getByRole('treeitem', { name: 'sync' }).getByText('all events').waitFor()
  const header = page.getByLabel('Authorization', { exact: true })
  expect([await header.inputValue(), await header.getAttribute('placeholder')]).toEqual(['', 'The saved value stays'])
  await eachLook(page, (name) => axe(page, `scope ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByText('Type the value again').waitFor()
  await header.fill('Bearer of-new')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('What is not delivered yet goes to the new address.').waitFor()
  await changes.getByText(/^Show the/).click()
  expect(await changes.textContent()).not.toContain('of-new')
  await changes.getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
  expect(await header.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('The test succeeded').waitFor()
  expect(receiver.secrets).toEqual(['Bearer of-new'])
  await page.getByRole('button', { name: 'Remove the header Authorization' }).click()
  await changes.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('sync is saved.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)

  await page.getByRole('tab', { name: 'Verify' }).click()
  await page.getByText('timingSafeEqual').first().waitFor()
  await page.getByText('Fetch runtimes').click()
  await page.getByText('crypto.subtle').first().waitFor()
  await axe(page, 'verify')
  const typeId = async (item: string, action: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).last().click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByLabel('To confirm, type the id').fill('sync')
    await page.getByRole('button', { name: action, exact: true }).click()
  }
  await typeId('Replace the signing secret…', 'Replace')
  await page.getByRole('dialog', { name: 'The signing secret of sync' }).getByText('SIGNALBOX_WEBHOOK_SECRET').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'I stored it' }).click()
  await typeId('Delete', 'Delete')
  await page.waitForURL(`${url}/hooks`)
  expect((await box.webhooks.count({})).count).toBe(0)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

it('others than admins are told that webhooks are for admins', async () => {
  const { url, addUser } = await startService()
  const page = await open(`${url}/hooks`, { as: await addUser('ada', [{ pattern: '*' }]) })
  await page.getByText('Webhooks: only for admins').waitFor()
  await axe(page)
})
