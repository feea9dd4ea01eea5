import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open, startService } from './browser.fixture.ts'

const express = {
  id: 'shop:express',
  enabled: true,
  activationStrategy: 'PERCENTAGE',
  parameters: { percentage: 25 },
  description: 'Express checkout',
} as const

/** A service with one feature, and two browsers that show it. */
async function startTogether() {
  const service = await startService()
  await service.box.features.create({ body: express })
  const address = `${service.url}/features/shop:express`
  const [ada, bob] = await Promise.all([
    open(address, { as: service.admin, expected: /412/ }),
    open(address, { as: service.admin, expected: /412/ }),
  ])
  await Promise.all([ada, bob].map((page) => share(page).waitFor()))
  const feature = () => service.box.features.get({ id: 'shop:express' })
  return { service, ada, bob, feature }
}

const share = (page: Page) => page.getByRole('spinbutton', { name: 'Share' })
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

async function describeAs(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill(text)
}

describe('two people with the same feature', () => {
  it("see each other's changes within a second", async () => {
    const { ada, bob } = await startTogether()
    await bob.getByRole('switch', { name: 'Enabled', exact: true }).click()
    const from = performance.now()
    await ada.getByRole('switch', { name: 'Disabled', exact: true }).waitFor()
    await ada.getByRole('switch', { name: 'shop:express enabled', checked: false }).waitFor()
    expect(performance.now() - from).toBeLessThan(1000)
  })

  it('both keep their changes of different members', async () => {
    const { ada, bob, feature } = await startTogether()
    await share(ada).fill('40')
    await describeAs(bob, 'Checkout in one step')
    await save(bob)
    await ada.getByText(/just saved/).waitFor()
    expect(await share(ada).inputValue()).toBe('40')
    await save(ada)
    await expect.poll(feature).toMatchObject({ description: 'Checkout in one step', parameters: { percentage: 40 } })
    await ada.getByText('Merged from').waitFor()
  })

  it('the second is asked about the same member, and can go back to any version', async () => {
    const { ada, bob, feature } = await startTogether()
    await share(ada).fill('40')
    await share(bob).fill('50')
    await save(bob)
    await ada.getByText(/just saved/).waitFor()
    await save(ada)
    await ada.getByText('changed the same field').waitFor()
    expect(await feature()).toMatchObject({ parameters: { percentage: 50 } })
    await eachLook(ada, (name) => axe(ada, name))
    await ada.setViewportSize({ width: 1280, height: 900 })
    await ada.getByRole('button', { name: 'Mine 40' }).click()
    await save(ada)
    await expect.poll(feature).toMatchObject({ parameters: { percentage: 40 } })

    await bob.getByRole('tab', { name: 'History' }).click()
    await bob.getByText('from 50% to 40%').waitFor()
    await eachLook(bob, (name) => axe(bob, name))
    await bob.setViewportSize({ width: 1280, height: 900 })
    await bob.getByRole('button', { name: 'Go back to this' }).first().click()
    await save(bob)
    await expect.poll(feature).toMatchObject({ parameters: { percentage: 50 } })
    await bob.getByRole('region', { name: 'Changes' }).waitFor({ state: 'hidden' })
    await bob.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(feature).toMatchObject({ parameters: { percentage: 40 } })
  })

  it('a form survives the deletion of its record, which can be created again', async () => {
    const { service, ada, feature } = await startTogether()
    await share(ada).fill('40')
    await service.box.features.delete({ id: 'shop:express' })
    await ada.getByRole('button', { name: 'Create it again' }).click()
    await expect.poll(feature).toMatchObject({ parameters: { percentage: 40 } })
  })
})

it('two people with the same config choose between their changes, and go back to any version', async () => {
  const { url, admin, box } = await startService()
  await box.configs.create({ body: { id: 'shop:hours', value: { from: 8 }, description: 'Open' } })
  const address = `${url}/configs/shop:hours`
  const [ada, bob] = await Promise.all([
    open(address, { as: admin, expected: /412/ }),
    open(address, { as: admin, expected: /412/ }),
  ])
  const described = async () => (await box.configs.get({ id: 'shop:hours' })).description
  await describeAs(ada, 'Opens at eight')
  await describeAs(bob, 'From eight')
  await save(bob)
  await ada.getByText(/just saved/).waitFor()
  await save(ada)
  await ada.getByRole('button', { name: 'Mine Opens at eight' }).click()
  await save(ada)
  await expect.poll(described).toBe('Opens at eight')
  await bob.getByRole('tab', { name: 'History' }).click()
  await bob.getByText('from From eight to Opens at eight').waitFor()
  await bob.getByRole('button', { name: 'Go back to this' }).first().click()
  await save(bob)
  await expect.poll(described).toBe('From eight')
})

describe('a service that stops under an open page', () => {
  it('is caught up with when it is back: the form is kept, nothing is lost or doubled', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dashboard-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const store = `sqlite:${join(folder, 'box.db')}`
    const first = await startService({ store })
    await first.box.features.create({ body: express })
    const port = Number(new URL(first.url).port)
    const page = await open(`${first.url}/features/shop:express`, {
      as: first.admin,
      // Calls fail in many ways while the service is away; a save of the older version is refused when it is back.
      expected: /net::ERR_|\b(412|503)\b|Refused to apply style/,
    })
    await share(page).waitFor()
    await page.getByText('Live').first().waitFor()
    await share(page).fill('40')
    await first.close()
    await page
      .getByText(/Disconnected since/)
      .first()
      .waitFor()
    await save(page)
    await page.getByText('Your changes are safe').waitFor()
    expect(await share(page).inputValue()).toBe('40')

    const second = await startService({ store, port })
    await second.box.features.patch({ id: 'shop:express', body: { description: 'Changed meanwhile' } })
    await page.getByText('Live').first().waitFor()
    // The failed save is looked up as soon as the service is back: then the change is merged, else it is announced.
    await page
      .getByText(/just saved|Changed meanwhile/)
      .first()
      .waitFor()
    expect(await share(page).inputValue()).toBe('40')
    await save(page)
    const feature = () => second.box.features.get({ id: 'shop:express' })
    await expect.poll(feature).toMatchObject({ description: 'Changed meanwhile', parameters: { percentage: 40 } })
    const { results } = await second.box.events.history({ domains: 'Feature' })
    expect(results.map(({ type }) => type)).toEqual(['FEATURE_UPDATED', 'FEATURE_UPDATED', 'FEATURE_CREATED'])
  })
})

describe('the overview and the log', () => {
  it('show changes as they happen, in sentences and in the time of the service', async () => {
    const { url, admin, box } = await startService()
    await box.features.create({ body: express })
    await box.features.create({ body: { ...express, id: '__proto__', description: '<script>alert(1)</script>\u2028' } })
    const page = await open(url, { as: admin })
    await page.clock.install({ time: Date.now() - 5 * 60_000 })
    await page.reload()
    await page.getByText('Signalbox created the feature shop:express').waitFor()
    await page.getByText('just now').first().waitFor()
    await page.getByText('Nothing needs attention.').waitFor()
    await box.features.patch({ id: 'shop:express', body: { parameters: { percentage: 40 } } })
    await page.getByText('changed the share of shop:express from 25% to 40%').waitFor()
    await eachLook(page, (name) => axe(page, name))
    await page.setViewportSize({ width: 1280, height: 900 })

    await page.getByRole('link', { name: 'All events' }).click()
    await page.getByRole('combobox', { name: 'What' }).selectOption('updated')
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Signalbox' }).count()).toBe(1)
    expect(page.url()).toContain('what=updated')
    await page.getByRole('button', { name: /Details of event/ }).click()
    await page.getByText('parameters.percentage').waitFor()
    await eachLook(page, (name) => axe(page, name))
  })
})
