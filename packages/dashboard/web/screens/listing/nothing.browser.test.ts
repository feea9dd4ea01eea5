import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { open, startService } from '../../browser.fixture.ts'

const run = promisify(execFile)

/** What a user gets who selects a text on the page. */
const selected = (code: Locator): Promise<string> =>
  code.evaluate((element) => {
    getSelection()!.selectAllChildren(element)
    return getSelection()!.toString()
  })

it('the commands of empty lists run in a shell, whether they are selected on the page or copied', async () => {
  const { url, admin, box } = await startService()
  const { clientSecret = '' } = await box.apiKeys.create({ body: { clientId: 'ci', name: 'CI', admin: true } })
  const page = await open(url, { as: admin })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [at, list] of ['features', 'configs', 'segments', 'experiments'].entries()) {
    await page.setViewportSize({ width: at % 2 === 0 ? 390 : 1280, height: 844 })
    await page.goto(`${url}/${list}`)
    const curl = page.locator('figure', { hasText: 'With curl' })
    const text = await selected(curl.locator('code'))
    await curl.getByRole('button', { name: 'Copy: With curl' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    const program = await selected(page.locator('figure', { hasText: 'In TypeScript' }).locator('code'))
    expect(program.split('\n')).toHaveLength(4)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const command = text
      .replace('ID:SECRET', `ci:${clientSecret}`)
      .replace('curl', "curl -s -o /dev/null -w '%{http_code}'")
    expect((await run('bash', ['-c', command])).stdout, list).toBe('201')
  }
})
