import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../browser.fixture.ts'
import { apikeyPlan, gatewayService } from '../../gateway.fixture.ts'

/** A service whose plan `free` renews secrets within a day, and where `billing` has the client `acme`. */
async function rotatingService() {
  const service = await gatewayService()
  const rotation = { enabled: true, rotationEvery: 720, gracePeriod: 24 }
  const free = apikeyPlan('free', { name: 'Free', access_mode_configuration: { rotation, quota: { perDay: 500 } } })
  await service.box.apis.patch({
    id: 'billing',
    body: { clients: [{ id: 'globex', name: 'Globex' }], documentation: { plans: [free] } },
  })
  return service
}

/** The client id and the secret that the dialog shows, which is then closed as stored. */
async function takeShown(page: Page, gatewayUrl: string): Promise<readonly [clientId: string, secret: string]> {
  const shown = page.getByRole('dialog', { name: /^The secret of/ })
  const clientId = await shown.getByLabel('Client id', { exact: true }).inputValue()
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
  await shown.getByText(`BILLING_CLIENT_SECRET=${secret}`).waitFor()
  await shown.getByText(`curl -u ${clientId}:${secret} '${gatewayUrl}/billing/invoices'`).waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'I stored it' }).click()
  return [clientId, secret]
}

it('a subscription is created, its secret is rotated, and it is paused, resumed and closed', async () => {
  const { url, admin, gatewayUrl } = await rotatingService()
  const status = async ([clientId, secret]: readonly [string, string]) =>
    (
      await fetch(`${gatewayUrl}/billing/invoices`, {
        headers: { Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      })
    ).status
  const page = await open(`${url}/gateway/subscriptions`, { as: admin })
  await page.getByRole('treeitem', { name: 'acme-billing' }).getByText('Active').waitFor()
  await eachLook(page, (name) => axe(page, `list ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'New subscription' }).click()
  const dialog = page.getByRole('dialog', { name: 'New subscription' })
  await dialog.getByLabel('API').click()
  await page.getByRole('option', { name: 'billing' }).click()
  await dialog.getByText('sends a client id and a secret with every request. At most 500 requests a day.').waitFor()
  await dialog.getByLabel('Owner').click()
  await page.getByRole('option', { name: 'globex' }).click()
  expect(await dialog.getByLabel('Id', { exact: true }).inputValue()).toBe('globex-billing-free')
  await eachLook(page, (name) => axe(page, `new ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Create' }).click()
  const first = await takeShown(page, gatewayUrl)
  await page.waitForURL(`${url}/gateway/subscriptions/globex-billing-free`)
  await expect.poll(() => status(first)).toBe(200)

  await page.getByText('24 hours', { exact: false }).waitFor()
  await eachLook(page, (name) => axe(page, `credentials ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Rotate…' }).click()
  await page.getByText('Both secrets work for 24 hours.').waitFor()
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  await page.getByText(/^The previous secret works until .*, in 23 hours\.$/).waitFor()
  const second = await takeShown(page, gatewayUrl)
  expect(second[0]).toBe(first[0])
  await expect.poll(() => status(second)).toBe(200)
  expect(await status(first)).toBe(200)
  await page.getByText('Previous secret works until').waitFor()

  await page.getByRole('button', { name: 'Limits…' }).click()
  const limits = page.getByRole('dialog', { name: `Limits of ${first[0]}` })
  await limits.getByText(/^More settings/).click()
  await limits.getByLabel('Read only').selectOption('Yes')
  await eachLook(page, (name) => axe(page, `limits ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await limits.getByRole('button', { name: /^Save/ }).click()
  await limits.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await limits.getByRole('button', { name: 'Close' }).click()
  await page.getByText('only GET, HEAD and OPTIONS', { exact: false }).waitFor()

  await page.getByRole('button', { name: 'Pause…' }).click()
  await page.getByLabel('Reason').fill('not paid')
  await axe(page, 'pause')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Reason: not paid').waitFor()
  await page.getByRole('treeitem', { name: 'globex-billing-free' }).getByText('Paused').waitFor()
  await expect.poll(() => status(second)).toBe(403)
  await page.getByRole('button', { name: 'Resume…' }).click()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(() => status(second)).toBe(200)

  await page.getByRole('tab', { name: 'Usage' }).click()
  await page.getByText(/^\d+ of 500 used, \d+ left$/).waitFor()
  await eachLook(page, (name) => axe(page, `usage ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Close…' }).click()
  const close = page.getByRole('dialog', { name: 'Close globex-billing-free?' })
  expect(await close.getByRole('button', { name: 'Close', exact: true }).last().isDisabled()).toBe(true)
  await close.getByLabel('To confirm, type the id').fill('globex-billing-free')
  await close.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('treeitem', { name: 'globex-billing-free' }).getByText('Closed').waitFor()
  await expect.poll(() => status(second)).toBe(403)
  expect(await page.getByRole('button', { name: /^(Pause|Resume|Close|Rotate)…$/ }).count()).toBe(0)

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(/^The log goes back to/).waitFor()
  for (const [, secret] of [first, second]) expect(kept + (await page.content())).not.toContain(secret)
})

it('someone who may change subscriptions of one API sees only these, rotates, and is never refused', async () => {
  const { url, addUser, box } = await rotatingService()
  await box.apis.duplicate({ id: 'billing', body: { id: 'orders', context_path: '/orders' } })
  await box.apis.deployments.create({ id: 'orders' })
  await box.subscriptions.create({ body: { id: 'acme-orders', api_ref: 'orders', plan_ref: 'free' } })
  const editor = await addUser('ada', [{ pattern: 'billing', domains: ['Subscription', 'Api'] }])
  const page = await open(`${url}/gateway/subscriptions/acme-billing`, { as: editor })
  const refused: string[] = []
  page.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())))
  await page.getByRole('button', { name: 'Rotate…' }).waitFor()
  expect(await page.getByRole('treeitem').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Limits…' }).count()).toBe(0)
  for (const tab of ['Usage', 'Details', 'History']) await page.getByRole('tab', { name: tab }).click()
  await page.getByText(/^The log goes back to/).waitFor()
  await box.subscriptions.patch({ id: 'acme-billing', body: { name: 'Acme Inc' } })
  await page.getByRole('button', { name: 'Go back to this' }).first().click()
  await page.getByRole('region', { name: 'Changes' }).getByText('1 change').waitFor()
  await box.apis.patch({
    id: 'billing',
    body: [{ op: 'replace', path: '/documentation/plans/0/status', value: 'deprecated' }],
  })
  await page.getByRole('treeitem', { name: 'acme-billing' }).getByText('Deprecated').waitFor()
  await page.getByText('the plan is deprecated and will be closed').waitFor()
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('treeitem', { name: 'acme-billing' }).click({ modifiers: ['Control'] })
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByLabel('To confirm, type the id').fill('acme-billing')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('1 subscription deleted.').waitFor()
  expect(refused).toEqual([])
})
