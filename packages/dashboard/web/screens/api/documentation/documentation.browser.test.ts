import { expect, it } from 'vitest'
import { axe, eachLook, everyLook, open } from '../../../browser.fixture.ts'
import { gatewayService } from '../../../gateway.fixture.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

/** The rules of accessibility ask each frame, and frames without an origin give no answer. */
const expected = /^Failed to execute 'postMessage'/

it('pages are written beside what readers see, put in order by keys and by dragging, and saved', async () => {
  const { url, admin, box } = await gatewayService()
  const page = await open(`${url}/gateway/apis/billing?part=documentation`, { as: admin, expected })
  const main = page.getByRole('main')
  await main.getByText('No pages yet').waitFor()
  await main.getByRole('button', { name: 'Add a page' }).click()
  await main.getByRole('textbox', { name: 'Title' }).fill('Guide')
  await main.getByRole('textbox', { name: 'Path' }).fill('guide')
  const attack = '<script>top.x = 1</script> ![x](https://other.example/a.png) [y](javascript:alert)'
  await main.getByRole('textbox', { name: 'Content' }).fill(`# First *invoice*\n\n${attack}`)
  const frame = main.getByRole('region', { name: 'Preview' }).frameLocator('iframe')
  await frame.getByRole('heading', { name: 'First invoice' }).waitFor()
  await frame.getByText('<script>top.x = 1</script>').waitFor()
  await everyLook(page, (name) => axe(page, `page ${name}`))
  await page.setViewportSize({ width: 1280, height: 900 })

  for (const name of ['Second', 'Third']) {
    await main.getByRole('button', { name: 'Add a page' }).click()
    await main.getByRole('textbox', { name: 'Title' }).fill(name)
    await main.getByRole('textbox', { name: 'Path' }).fill(name.toLowerCase())
  }
  const rows = main.getByRole('region', { name: 'Pages' }).getByRole('listitem')
  const order = () => rows.locator('.item-name').allTextContents()
  await rows.nth(2).getByRole('button').press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['Guide', 'Third', 'Second'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Third')
  await rows.nth(1).getByRole('button').press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['Third', 'Guide', 'Second'])
  await rows.nth(0).getByRole('button').press('Alt+ArrowUp')
  await rows.nth(2).getByRole('button').dragTo(rows.nth(0).getByRole('button'))
  await expect.poll(order).toEqual(['Second', 'Third', 'Guide'])
  await page.keyboard.press('Control+s')
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  const paths = async () =>
    (await box.apis.draft.get({ id: 'billing' })).documentation?.resources?.map(({ path }) => path?.join('/'))
  expect(await paths()).toEqual(['second', 'third', 'guide'])
})

it('what is wrong is told at its field: paths, Base64 and logos', async () => {
  const { url, admin, box } = await gatewayService()
  const resources = [{ path: ['..', 'x'], title: 'Up', base64_content: '%' }]
  await box.apis.draft.patch({ id: 'billing', body: { documentation: { resources } } })
  const page = await open(`${url}/gateway/apis/billing?part=documentation`, { as: admin, expected })
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /Up/ }).click()
  const problemOf = async (name: string) => {
    const field = main.getByRole('textbox', { name })
    const ids = (await field.getAttribute('aria-describedby')) ?? ''
    return main
      .locator(
        ids
          .split(' ')
          .map((id) => `[id="${id}"]`)
          .join(','),
      )
      .allTextContents()
  }
  expect((await problemOf('Path')).join()).toContain('A path can’t contain the segments . or ..')
  expect((await problemOf('File as Base64')).join()).toContain('This isn’t Base64.')
  await main.getByRole('tab', { name: 'Logo' }).click()
  const input = main.locator('input[type="file"]')
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('hello') })
  await main.getByText('The file isn’t a picture.').waitFor()
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await main.getByText('The file isn’t a picture.').waitFor({ state: 'detached' })
  const logo = main.getByRole('region', { name: 'Preview' }).frameLocator('iframe').locator('img.logo')
  await expect.poll(() => logo.getAttribute('src')).toBe(`data:image/png;base64,${dot}`)
  await eachLook(page, (name) => axe(page, `logo ${name}`))
})

it('home, banner, sidebar, references and redirects are written in forms, and redirects are tried', async () => {
  const { url, admin, box } = await gatewayService()
  const resources = [{ path: ['guide'], title: 'Guide', text_content: 'x' }]
  await box.apis.draft.patch({ id: 'billing', body: { documentation: { resources } } })
  const page = await open(`${url}/gateway/apis/billing?part=documentation`, { as: admin, expected })
  const main = page.getByRole('main')
  const frame = main.getByRole('region', { name: 'Preview' }).frameLocator('iframe')
  for (const name of ['Home', 'Banner', 'Footer']) {
    await main.getByRole('tab', { name, exact: true }).click()
    await main.getByRole('button', { name: 'Add', exact: true }).click()
    await main.getByRole('textbox', { name, exact: true }).fill(`The *${name}* text`)
    await frame.getByText(`The ${name} text`).waitFor()
  }
  await main.getByRole('tab', { name: 'Sidebar' }).click()
  await main.getByRole('button', { name: 'Add to Groups' }).click()
  await main.getByRole('textbox', { name: 'Label' }).fill('Start here')
  await main.getByRole('button', { name: 'Add to Links', exact: true }).click()
  await main.getByRole('textbox', { name: 'Label' }).nth(1).fill('The guide')
  await main.getByRole('textbox', { name: 'Link' }).fill('/guide')
  await frame.getByRole('link', { name: 'The guide' }).waitFor()
  await eachLook(page, (name) => axe(page, `sidebar ${name}`))
  await main.getByRole('tab', { name: 'References' }).click()
  await main.getByRole('button', { name: 'Add to References' }).click()
  await main.getByRole('textbox', { name: 'Title' }).fill('Status')
  await main.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
  await main.getByText('or an address that starts with https://').waitFor()
  await main.getByRole('textbox', { name: 'Link' }).fill('https://status.example.com')
  await frame.getByRole('link', { name: 'Status' }).first().waitFor()
  await main.getByRole('tab', { name: 'Redirects' }).click()
  await main.getByRole('button', { name: 'Add to Redirects' }).click()
  await main.getByRole('textbox', { name: 'From' }).fill('/old')
  await main.getByRole('textbox', { name: 'To', exact: true }).fill('/guide')
  const tester = main.getByRole('region', { name: 'Try a path' })
  await tester.getByRole('textbox').fill('/old')
  await tester.getByText('Leads to /guide/.').waitFor()
  await tester.getByRole('textbox').fill('/gui')
  await tester.getByText('Not found').waitFor()
  await eachLook(page, (name) => axe(page, `redirects ${name}`))
  await main.getByRole('tab', { name: 'Source' }).click()
  await main.getByRole('textbox', { name: 'Address' }).waitFor()
  await eachLook(page, (name) => axe(page, `source ${name}`))
  await main.getByRole('tab', { name: 'Who can read' }).click()
  await main.getByText('Everyone can read the documentation').waitFor()
  await main.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByRole('menuitem', { name: 'Attribute' }).click()
  await main.getByRole('textbox', { name: 'Attribute' }).fill('groups')
  await main.getByRole('textbox', { name: 'Value' }).fill('partners')
  await eachLook(page, (name) => axe(page, `audience ${name}`))
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  const { documentation } = await box.apis.draft.get({ id: 'billing' })
  expect(documentation).toMatchObject({
    home: { text_content: 'The *Home* text' },
    navigation: [{ label: 'Start here', items: [{ label: 'The guide', link: '/guide' }] }],
    references: [{ title: 'Status', link: 'https://status.example.com' }],
    redirections: [{ from: '/old', to: '/guide' }],
    audience: { attribute: 'groups', operator: 'is', value: 'partners' },
  })
  await main.getByRole('tab', { name: 'As JSON' }).click()
  await main.getByRole('textbox', { name: 'Documentation as JSON' }).waitFor()
})

it('the source is loaded when asked, and says what failed', async () => {
  const { url, admin, box, backendPort } = await gatewayService()
  const source = { url: `http://127.0.0.1:${backendPort}/docs.json` }
  await box.apis.draft.patch({ id: 'billing', body: { documentation: { source } } })
  await box.apis.deployments.create({ id: 'billing', body: { version: '1.1.0' } })
  const page = await open(`${url}/gateway/apis/billing?part=documentation`, { as: admin, expected })
  const main = page.getByRole('main')
  await main.getByRole('tab', { name: 'Source' }).click()
  await main.getByRole('button', { name: 'Refresh now' }).click()
  await main.getByText('0 addresses loaded, 0 with changes.').waitFor()
  await main.getByRole('listitem').filter({ hasText: source.url }).waitFor()
  await eachLook(page, (name) => axe(page, `refreshed ${name}`))
})
