import { expect, it } from 'vitest'
import { axe, eachLook, everyLook, open } from '../../browser.fixture.ts'
import { apikeyPlan, gatewayService } from '../../gateway.fixture.ts'

/** A service with two developers who share an application, which waits for the plan `free` of `billing` twice. */
async function portalService() {
  const service = await gatewayService()
  const { developers, applications, apis, subscriptions } = service.box
  await developers.create({ body: { id: 'ada', name: 'Ada', email: 'ada@engine.example', email_verified: true } })
  await developers.create({ body: { id: 'grace', name: 'Grace', email: 'grace@navy.example', groups: ['partners'] } })
  const members = [
    { developer: 'ada', role: 'owner' as const },
    { developer: 'grace', role: 'member' as const },
  ]
  await applications.create({ body: { id: 'ledger', name: 'Ledger', members } })
  const form = [{ name: 'use_case', label: 'What for?', type: 'text' as const }]
  const plans = [
    apikeyPlan('free', { name: 'Free', approval: 'manual', form }),
    apikeyPlan('pro', { name: 'Pro', approval: 'manual' }),
  ]
  await apis.draft.patch({ id: 'billing', body: { documentation: { plans } } })
  await apis.deployments.create({ id: 'billing', body: { version: '1.1.0' } })
  const asked = {
    api_ref: 'billing',
    owner_ref: 'ledger',
    enabled: false,
    status: 'staging',
    approval: 'waiting',
  } as const
  await subscriptions.import({
    body: [
      { ...asked, id: 'first', plan_ref: 'free', form: { use_case: 'Invoices' } },
      { ...asked, id: 'second', plan_ref: 'pro', accepted: { version: '2', at: Date.now(), by: 'ada' } },
    ],
    strategy: 'Replace',
  } as never)
  return service
}

it('requests are a need, and are approved and refused with a reason', async () => {
  const { url, admin, box } = await portalService()
  const page = await open(url, { as: admin })
  const main = page.getByRole('main')
  await main.getByText('2 subscriptions wait for approval.').waitFor()
  await main.getByRole('link', { name: 'Decide' }).click()
  await main.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  await main.getByText('Invoices').waitFor()
  await main.getByText('Ada (ada@engine.example), Grace (grace@navy.example, not confirmed)').first().waitFor()
  await everyLook(page, (name) => axe(page, `requests ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('button', { name: 'Approve Free of Billing, for Ledger' }).click()
  await main.getByText('Invoices').waitFor({ state: 'detached' })
  expect(await box.subscriptions.get({ id: 'first' })).toMatchObject({ approval: 'approved', enabled: true })

  await main.getByRole('button', { name: 'Refuse… Pro of Billing, for Ledger' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await dialog.getByRole('heading', { name: 'Refuse Pro of Billing, for Ledger?' }).waitFor()
  await dialog.getByText('A reason is required').waitFor()
  expect(await dialog.getByText(/(enter a|a) reason/i).allTextContents()).toEqual([
    expect.stringContaining('A reason is required: the consumer reads it.'),
  ])
  await eachLook(page, (name) => axe(page, `refuse ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByLabel('Reason').fill('Ask for the plan Free.')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await main.getByText('No requests').waitFor()
  expect(await box.subscriptions.get({ id: 'second' })).toMatchObject({
    ...{ approval: 'refused', status: 'closed', reason: 'Ask for the plan Free.' },
  })
})

it('a subscription that waits says so, with what its consumer answered, and is decided there, too', async () => {
  const { url, admin } = await portalService()
  const page = await open(`${url}/gateway/subscriptions/first`, { as: admin })
  const standing = page.getByRole('region', { name: 'Status' })
  await standing.getByText('Waiting for approval.').waitFor()
  await standing.getByText('What for?').waitFor()
  expect(await standing.getByRole('button', { name: /^(Resume|Pause)/ }).count()).toBe(0)
  await eachLook(page, (name) => axe(page, `waiting ${name}`))
  await standing.getByRole('button', { name: 'Approve' }).click()
  await standing.getByText('Active.').waitFor()
})

it('developers are found, edited and blocked', async () => {
  const { url, admin, box } = await portalService()
  const page = await open(`${url}/gateway/developers`, { as: admin })
  const list = page.getByRole('region', { name: 'Developers' })
  await list.getByRole('treeitem').nth(1).waitFor()
  await everyLook(page, (name) => axe(page, `developers ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await list.getByRole('searchbox').fill('navy')
  await expect.poll(() => list.getByRole('treeitem').count()).toBe(1)
  await list.getByRole('treeitem').click()
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Grace', exact: true }).waitFor()
  await main.getByRole('textbox', { name: 'Name' }).fill('Grace H.')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await box.developers.get({ id: 'grace' })).name).toBe('Grace H.')
  await eachLook(page, (name) => axe(page, `developer ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('tab', { name: 'Applications' }).click()
  await main.getByRole('link', { name: 'Ledger' }).waitFor()
  await page.locator('.record-head').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Block…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await main.getByText('Keys of their applications still work.').last().waitFor()
  await expect.poll(async () => (await box.developers.get({ id: 'grace' })).status).toBe('blocked')
  await list.getByText('Blocked').waitFor()
})

it('applications show their members and subscriptions', async () => {
  const { url, admin, box } = await portalService()
  const page = await open(`${url}/gateway/applications/ledger`, { as: admin })
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Ledger', exact: true }).waitFor()
  await main.getByRole('combobox', { name: 'Role of Grace' }).selectOption('Owner')
  await eachLook(page, (name) => axe(page, `application ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Control+s')
  const roles = async () => (await box.applications.get({ id: 'ledger' })).members?.map(({ role }) => role)
  await expect.poll(roles).toEqual(['owner', 'owner'])
  await main.getByRole('button', { name: 'Remove Grace' }).click()
  await main.getByRole('combobox', { name: 'Add a member' }).fill('gra')
  await page.getByRole('option', { name: /Grace/ }).click()
  await main.getByRole('combobox', { name: 'Role of Grace' }).waitFor()
  await main.getByRole('tab', { name: 'Subscriptions' }).click()
  await main.getByRole('link', { name: 'free of billing' }).waitFor()
  await main.getByText('Waiting for approval').first().waitFor()
  await eachLook(page, (name) => axe(page, `its subscriptions ${name}`))
})

it('applications are created by those who may', async () => {
  const { url, admin, box } = await portalService()
  const page = await open(`${url}/gateway/applications`, { as: admin })
  await page.getByRole('region', { name: 'Applications' }).getByRole('button', { name: 'New' }).click()
  const dialog = page.getByRole('dialog', { name: 'New application' })
  await dialog.getByRole('textbox', { name: 'Id' }).fill('shop')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await eachLook(page, (name) => axe(page, `new application ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shop', exact: true }).waitFor()
  expect(await box.applications.get({ id: 'shop' })).toMatchObject({ name: 'Shop' })
})
