import { it } from 'vitest'
import { open } from './browser.fixture.ts'
import { gatewayService } from './gateway.fixture.ts'

it('x', async () => {
  const { url, admin, box } = await gatewayService()
  const saved = await box.apis.get({ id: 'billing' })
  await box.apis.draft.patch({
    id: 'billing',
    body: {
      description: 'New words.',
      flows: [],
      routes: [...saved.routes!, { id: 'x', frontend: { paths: ['/x'] } }],
    },
  })
  const page = await open(url, { as: admin })
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${url}/gateway/apis/billing`)
      await page.waitForTimeout(900)
      await page.screenshot({ path: `/tmp/shots/life-api-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('Serving', { exact: true }).click()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `/tmp/shots/life-serving.png` })
}, 60000)
