import { describe, expect, it } from 'vitest'
import { axe, eachLook, open, signIn, startService } from '../browser.fixture.ts'

const wrong = /status of (401|429)/

describe('signing in', () => {
  it('leads back to where the user came from', async () => {
    const { url, admin, box } = await startService()
    await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    const page = await open(`${url}/features/shop:express?tab=details`)
    await page.waitForURL(/\/sign-in\?to=/)
    await page.getByLabel('User').waitFor()
    await eachLook(page, (name) => axe(page, name))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel('User').fill(admin.userId)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/features\/shop:express\?tab=details$/)
    await page.getByRole('button', { name: 'admin' }).waitFor()
  })

  it('offers an identity provider beside the password, and says why it failed', async () => {
    const provider = { oidcIssuer: 'http://127.0.0.1:9', oidcName: 'Example', oidcClientId: 'signalbox' }
    const { url } = await startService({ ...provider, passwordLogin: 'admin', report: () => {} })
    const page = await open(`${url}/configs`)
    const link = page.getByRole('link', { name: 'Sign in with Example' })
    await link.waitFor()
    await eachLook(page, (name) => axe(page, name))
    expect(await page.getByLabel('Password').isVisible()).toBe(false)
    await link.click()
    await page.getByRole('alert').getByText('The identity provider doesn’t respond. Try again later.').waitFor()
    expect(new URL(page.url()).searchParams.get('to')).toBe('/configs')
    await page.getByText('Sign in with a password').click()
    await page.getByLabel('Password').waitFor()
  })

  it('asks for a password of one’s own before anything else, also after a reload', async () => {
    const { url, box } = await startService()
    const password = 'printed-once-in-the-console'
    await box.users.create({ body: { id: 'first', name: 'First', password, admin: true, temporary: true } })
    const page = await open(`${url}/sign-in`)
    await page.getByLabel('User').fill('first')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await page.goto(`${url}/features`)
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    await eachLook(page, (name) => axe(page, name))
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill('too short')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('It needs at least 12 characters').waitFor()
    await page.getByLabel('New password').fill('long enough for everybody')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'Features', exact: true }).waitFor()
    await page.getByText('Live').waitFor()
  })

  it('does not say whether the user or the password is wrong, and counts down after too many attempts', async () => {
    const { url, admin } = await startService()
    const page = await open(`${url}/sign-in`, { expected: wrong })
    await page.getByLabel('Password').fill('a wrong password')
    for (const user of [admin.userId, 'nobody']) {
      await page.getByLabel('User').fill(user)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('The user or the password is wrong.').waitFor()
    }
    await axe(page)
    const button = page.locator('button[type=submit]')
    for (let attempt = 0; attempt < 5; attempt++) {
      const answered = page.waitForResponse(/login$/)
      await button.click()
      await answered
      await page.getByRole('alert').waitFor()
    }
    await page.getByText('Too many requests').waitFor()
    await expect.poll(() => button.textContent()).toMatch(/^Try again in \d+ s$/)
    expect(await button.isDisabled()).toBe(true)
  })

  it('again, when the session ends while one works, keeps what is not saved', async () => {
    const { url, admin, box } = await startService()
    await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    const page = await open(`${url}/features/shop:express`, { as: admin, expected: wrong })
    await page.getByRole('combobox', { name: 'Who gets it', exact: true }).selectOption('Some clients')
    await page.getByText(/^\d changes?$/).waitFor()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await eachLook(page, (name) => axe(page, name))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByLabel('Password').fill(admin.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('combobox', { name: 'Who gets it', exact: true }).inputValue()).toBe('PERCENTAGE')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect
      .poll(async () => (await box.features.get({ id: 'shop:express' })).activationStrategy)
      .toBe('PERCENTAGE')
  })

  it('ends by signing out, after which the page shows nothing', async () => {
    const { url, admin } = await startService()
    // Calls that are under way when the session ends are rejected.
    const page = await open(`${url}/features`, { as: admin, expected: wrong })
    await page.getByText('Live').waitFor()
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/sign-in$/)
    await page.goBack()
    await expect.poll(() => page.url()).toContain('/sign-in')
    await page.getByLabel('Password').waitFor()
  })

  it('as someone else shows the rights of that user after a reload', async () => {
    const { url, admin, addUser } = await startService()
    const page = await open(`${url}/settings?tab=you`, { as: admin })
    await page.getByText('All, as an admin').waitFor()
    await page.evaluate(() => sessionStorage.setItem('signalbox.context', '{"id": "secret of admin"}'))
    await signIn(page, await addUser('reader', [{ pattern: 'shop:*', rights: ['R'] }]))
    await page.reload()
    await page.getByText('shop:*').waitFor()
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('secret of admin')
  })
})

it('a direct link names the right that is missing, and the navigation leaves it out', async () => {
  const { url, addUser } = await startService()
  const editor = await addUser('editor', [{ pattern: '*', domains: ['Config'] }])
  const page = await open(`${url}/features`, { as: editor })
  await page.getByRole('heading', { name: 'You don’t have access to features' }).waitFor()
  await page.getByText('editor lacks the right R (read) on the domain Feature').waitFor()
  const links = page.getByRole('navigation').first().getByRole('link')
  expect(await links.allTextContents()).toEqual(['Overview', 'Configs', 'Events', 'Settings'])
  await axe(page)
})
