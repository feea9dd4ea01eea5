import { expect, it } from 'vitest'
import { axe, eachLook, open } from '../../../browser.fixture.ts'
import { gatewayService } from '../../../gateway.fixture.ts'

it('testing is switched and its header is changed at once, and testers reach the draft', async () => {
  const service = await gatewayService()
  const { url, admin, box, gatewayUrl } = service
  const saved = await box.apis.get({ id: 'billing' })
  const notes = { id: 'notes', backend: 'main', frontend: { paths: ['/notes'] } }
  await box.apis.draft.replace({ id: 'billing', body: { ...saved, routes: [...(saved.routes ?? []), notes] } })
  /** Whether a request reaches the route that only the draft has: the plan asks it for a key. */
  const isReached = async (name: string, value: string) =>
    (await fetch(`${gatewayUrl}/billing/notes`, { headers: { [name]: value } })).status === 401
  const page = await open(`${url}/gateway/apis/billing?part=testing`, { as: admin })
  await page.getByText('Testing is off: draft routes are not served.').waitFor()
  await page.getByRole('switch', { name: 'Testing is off' }).click()
  await page.getByText('Requests with the header reach the routes of the draft as it was last saved.').waitFor()
  const list = page.getByRole('region', { name: 'Draft routes' })
  await list.getByRole('heading', { name: '3 draft routes' }).waitFor()
  const field = page.getByLabel('Value', { exact: true })
  expect(await field.getAttribute('type')).toBe('password')
  const value = await field.inputValue()
  await expect.poll(() => isReached('X-GATEWAY-TESTING', value)).toBe(true)
  await eachLook(page, (look) => axe(page, look))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(() => field.inputValue()).not.toBe(value)
  const next = await field.inputValue()
  await expect.poll(() => isReached('X-GATEWAY-TESTING', value)).toBe(false)
  expect(await isReached('X-GATEWAY-TESTING', next)).toBe(true)
  await page.getByLabel('Header', { exact: true }).fill('X-Try')
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.poll(() => isReached('X-Try', next)).toBe(true)
  // Publishing the draft must not take the change back.
  const { testing } = await box.apis.get({ id: 'billing' })
  expect(testing).toEqual({ enabled: true, headerKey: 'X-Try', headerValue: next })
  await expect.poll(async () => (await box.apis.draft.get({ id: 'billing' })).testing).toEqual(testing)
  expect((await box.apis.deployments.list({ id: 'billing' })).results).toHaveLength(1)
  // The changes before it can still be undone, too.
  const said = page.getByRole('listitem').filter({ hasText: 'X-Try' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => isReached('X-GATEWAY-TESTING', next)).toBe(true)
  await list.getByRole('link', { name: '/billing/notes' }).click()
  await page.getByRole('heading', { name: 'testing_billing:notes' }).waitFor()
  const reader = await service.addUser('ada', [{ pattern: 'billing', rights: ['R'], domains: ['Api'] }])
  const other = await open(`${url}/gateway/apis/billing?part=testing`, { as: reader })
  await other.getByText('Testing is on', { exact: true }).waitFor()
  expect(await other.getByRole('button', { name: /Rotate|Change/ }).count()).toBe(0)
  await other.setViewportSize({ width: 390, height: 844 })
  await other.reload()
  const tab = other.getByRole('tab', { name: 'Testing' })
  await tab.waitFor()
  const { x, width } = (await tab.boundingBox())!
  expect(x + width, 'the open tab is in sight on a phone').toBeLessThanOrEqual(390)
})
