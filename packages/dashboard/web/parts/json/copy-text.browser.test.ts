import { expect, it } from 'vitest'
import { open, startService } from '../../browser.fixture.ts'
import { fillShop } from '../../shop.fixture.ts'

it('where the browser does not allow copying, a message says so', async () => {
  const service = await startService()
  await fillShop(service)
  const page = await open(service.url, { as: service.admin })
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  })
  await page.goto(`${service.url}/features/shop:search:new`)
  for (const copy of [
    () => page.getByRole('button', { name: 'Copy id' }).click(),
    async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Copy as JSON' }).click()
    },
  ]) {
    await copy()
    const message = page.getByText('Your browser doesn’t allow copying. Select the text and copy it.')
    await message.waitFor()
    await page.getByRole('button', { name: 'Close this message' }).click()
    await expect.poll(() => message.count()).toBe(0)
  }
})
