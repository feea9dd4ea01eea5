import type { Feature } from '@signalbox/core/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, eachLook, open, type Service, startService } from '../../browser.fixture.ts'
import { fill, idOf, type Label, labels } from './features.fixture.ts'

async function show(service: Service, id: string, opening: Parameters<typeof open>[1] = {}): Promise<Page> {
  const page = await open(`${service.url}/features/${encodeURIComponent(id)}`, { as: service.admin, ...opening })
  await page.getByRole('tab', { name: 'Who gets it' }).waitFor()
  return page
}

/** Saves; many changes are reviewed in a dialog first. */
const save = async (page: Page) => {
  const changes = page.getByRole('region', { name: 'Changes' })
  const button = changes.getByRole('button', { name: /^(Review and save|Save)/ })
  const isLong = (await button.textContent())?.startsWith('Review')
  await button.click()
  if (isLong) await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await changes.waitFor({ state: 'detached' })
}

/** Pastes into the list of ids, as the clipboard does. */
const paste = (page: Page, ids: string) =>
  page.getByPlaceholder('Paste client ids, one per line').evaluate((area, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, ids)

const create = (service: Service, feature: object) => service.box.features.create({ body: feature as Feature })

describe('the strategy of a feature', () => {
  const edits: Record<Label, readonly [edit: (page: Page) => Promise<unknown>, saved: object]> = {
    Always: [async () => {}, { activationStrategy: 'NO_STRATEGY' }],
    'From a date': [
      (page) => page.getByLabel('Active from').fill('2099-02-01T08:00'),
      { parameters: { releaseDate: '01/02/2099 08:00:00' } },
    ],
    'Between dates': [
      async (page) => {
        await page.getByLabel('First').fill('2099-02-01T08:00')
        await page.getByLabel('Last').fill('2099-02-02T08:00')
        await page.getByLabel('Time zone').selectOption('Europe/Paris')
      },
      { parameters: { from: '2099-02-01 08:00:00', to: '2099-02-02 08:00:00', timezone: 'Europe/Paris' } },
    ],
    'Hours of the day': [
      async (page) => {
        await page.getByLabel('From', { exact: true }).fill('22:00')
        await page.getByLabel('Until').fill('06:00')
        await page.getByText('past midnight').first().waitFor()
      },
      { parameters: { startDate: '22:00', endDate: '06:00' } },
    ],
    'Some clients': [
      (page) => page.getByLabel('Share', { exact: true }).fill('33.3'),
      { parameters: { percentage: 33.3 } },
    ],
    'These clients': [
      async (page) => {
        await page.getByLabel('Add clients').fill('ann\nben\nann')
        await page.getByRole('button', { name: 'Add', exact: true }).click()
        await page.getByText('2 ids added').waitFor()
      },
      { parameters: { customers: ['ann', 'ben'] } },
    ],
    Rules: [
      async (page) => {
        await page.getByRole('button', { name: 'Add a rule' }).click()
        await page.getByRole('button', { name: 'Add a condition' }).first().click()
        await page.getByRole('menuitem', { name: 'Attribute of the context' }).click()
        await page.getByLabel('Attribute', { exact: true }).fill('country')
        await page.getByLabel('Operator').selectOption('is not')
        await page.getByLabel('Value', { exact: true }).fill('FR')
        await page.getByText('Everyone that no rule above matches.').waitFor()
      },
      // The rollout of before is the rule for everyone else.
      {
        parameters: {
          rules: [{ when: { not: { attribute: 'country', operator: 'is', value: 'FR' } } }, { percentage: 25 }],
        },
      },
    ],
    Script: [
      (page) => page.getByRole('textbox', { name: 'Script' }).fill('function enabled(c, e) { e() }'),
      { parameters: { type: 'javascript', script: 'function enabled(c, e) { e() }' } },
    ],
    'Shared script': [
      (page) => page.getByRole('combobox', { name: 'Script' }).fill('greet'),
      { parameters: { ref: 'greet' } },
    ],
  }

  it.each(labels)('%s is chosen, edited and saved', async (label) => {
    const service = await startService()
    const id = 'shop:express'
    const start = label === 'Some clients' ? { activationStrategy: 'NO_STRATEGY' } : undefined
    await create(service, {
      id,
      enabled: true,
      ...(start ?? { activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } }),
    })
    const page = await show(service, id)
    await page.getByRole('combobox', { name: 'Who gets it', exact: true }).selectOption(label)
    const [edit, saved] = edits[label]
    await edit(page)
    await save(page)
    expect(await service.box.features.get({ id })).toMatchObject(saved)
  })

  it('comes back with what was typed', async () => {
    const service = await startService()
    await fill(service)
    const page = await show(service, idOf('Some clients'))
    await page.getByLabel('Share', { exact: true }).fill('40')
    for (const label of ['These clients', 'Rules', 'Some clients'])
      await page.getByRole('combobox', { name: 'Who gets it', exact: true }).selectOption(label)
    expect(await page.getByLabel('Share', { exact: true }).inputValue()).toBe('40')
  })

  it('with a syntax error is rejected at its line', async () => {
    const service = await startService()
    await fill(service)
    const page = await show(service, idOf('Script'), { expected: /400/ })
    await page.getByRole('textbox', { name: 'Script' }).fill('function enabled(context) {\n  nonsense nonsense\n}')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('button', { name: 'Go to line 2' }).click()
    await page.locator('.wrong-line', { hasText: 'nonsense' }).waitFor()
  })
})

describe('a larger share', () => {
  it('has the consequence that the server counts over 10,000 ids', async () => {
    const service = await startService()
    const id = 'shop:express'
    await create(service, { id, enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } })
    const ids = Array.from({ length: 10_000 }, (_, index) => `client-${index}`)
    const count = () => ids.filter((one) => service.box.isActive(id, { id: one })).length
    await service.box.ready()
    const before = count()
    const page = await show(service, id)
    await page.getByLabel('Share', { exact: true }).fill('40')
    const changes = page.getByRole('region', { name: 'Changes' })
    await changes.getByText('About 15 of 100 clients would gain it, none would lose it.').waitFor()
    await page.getByText('Try a list of ids').click()
    await paste(page, ids.join('\n'))
    const sentence = await changes
      .getByText(/^Of your 10,000 ids/)
      .first()
      .textContent()
    await save(page)
    await expect.poll(count).toBeGreaterThan(before)
    expect(sentence).toContain(`, ${(count() - before).toLocaleString('en')} would gain it`)
    expect(Math.abs((count() - before) / 100 - 15)).toBeLessThan(1.5)
  })
})

describe('who would get it', () => {
  it('is said for the draft and for what is saved', async () => {
    const service = await startService()
    const id = 'shop:express'
    await create(service, {
      id,
      enabled: true,
      activationStrategy: 'CUSTOMERS_LIST',
      parameters: { customers: ['ann'] },
    })
    const page = await show(service, id)
    await page.getByRole('textbox', { name: 'Context', exact: true }).fill('{"id": "ben"}')
    await page.getByText('Not active.').waitFor()
    await page.getByLabel('Add clients').fill('ben')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Currently saved: not active (the id is not among the 1 client listed).').waitFor()
    await page
      .getByRole('region', { name: 'Changes' })
      .getByText('1 client would gain it (ben), none would lose it.')
      .waitFor()
  })

  it('of a script is asked of the server', async () => {
    const service = await startService()
    await fill(service)
    const page = await show(service, idOf('Shared script'))
    await page.getByText('The script says yes.').waitFor()
  })

  it('of rules is shown at every line', async () => {
    const service = await startService()
    await fill(service)
    const page = await show(service, idOf('Rules'))
    const first = page.getByRole('listitem', { name: 'Rule 1' })
    await page.getByRole('textbox', { name: 'Context', exact: true }).fill('{"id": "ann"}')
    await first.getByText('matches', { exact: true }).first().waitFor()
    await page.getByText('Rule 1, “Staff”, decides: on.').waitFor()
    await first.getByText('not reached').waitFor()
    await page.getByRole('textbox', { name: 'Context', exact: true }).fill('{"id": "eve"}')
    await page.getByText(/^Rule 2 decides: (on|off)\. This client is in bucket/).waitFor()
    await page.getByRole('button', { name: 'Move rule 2 up' }).click()
    await page.getByText(/^Rule 1 decides: (on|off)\. This client is in bucket/).waitFor()
    await save(page)
    expect(await service.box.features.get({ id: idOf('Rules') })).toMatchObject({
      parameters: { rules: [{ percentage: 30 }, { name: 'Staff' }] },
    })
  })

  it('of an imported share is that of the other product, until Signalbox selects the clients', async () => {
    const service = await startService()
    const rules = [{ percentage: 40, salt: 'shop.express', hash: 'unleash' }] as const
    await service.box.features.create({
      body: { id: 'moved', enabled: true, activationStrategy: 'RULES', parameters: { rules } },
    })
    const page = await show(service, 'moved')
    await page.getByRole('textbox', { name: 'Context', exact: true }).fill('{"id": "ann"}')
    await page
      .getByText(/bucket \d+ of 100, /)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Select by Signalbox' }).click()
    await page
      .getByText(/bucket [\d,]+ of 100,000, /)
      .first()
      .waitFor()
    await save(page)
    expect(await service.box.features.get({ id: 'moved' })).toMatchObject({
      parameters: { rules: [{ percentage: 40, salt: 'shop.express' }] },
    })
  })
})

describe('a feature with hostile texts', () => {
  const script = '<script>alert(1)</script>\u2028\u202E'

  it.each(['__proto__', 'constructor', 'a'.repeat(512), 'shop:a:active'])(
    'called %s is shown and saved',
    async (id) => {
      const service = await startService()
      const texts = { description: script, tags: [script], metadata: { note: script } }
      const parameters = { rules: [{ name: script, when: { attribute: script, operator: 'is', value: script } }] }
      await create(service, { id, enabled: true, activationStrategy: 'RULES', parameters, ...texts })
      const page = await show(service, id)
      await page.getByRole('combobox', { name: 'Who gets it', exact: true }).selectOption('Always')
      await save(page)
      const saved = await service.box.features.get({ id })
      expect(saved).toMatchObject({ id, activationStrategy: 'NO_STRATEGY', ...texts })
    },
  )
})

describe('a caller who may only read', () => {
  it('sees every strategy without controls that change it', async () => {
    const service = await startService()
    await fill(service)
    const as = await service.addUser('reader', [{ pattern: '*', rights: ['R'] }])
    for (const label of labels) {
      const page = await show(service, idOf(label), { as })
      await page.getByRole('heading', { name: 'Try a client' }).waitFor()
      const detail = page.locator('.detail')
      expect(await detail.getByRole('switch').count()).toBe(0)
      expect(await detail.getByRole('combobox').count()).toBe(0)
      expect(await detail.getByRole('button', { name: /^(Save|Add|Remove|Delete)/ }).count()).toBe(0)
    }
  })
})

describe('a feature', () => {
  it('is deleted, and created again by the undo', async () => {
    const service = await startService()
    await fill(service)
    const id = idOf('Always')
    const page = await show(service, id)
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('It’s on. Programs that ask for it').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await service.box.features.get({ id })).id).toBe(id)
  })

  it('is saved by a key pressed before the browser has painted the edit', async () => {
    const service = await startService()
    await fill(service)
    const id = idOf('Always')
    const page = await show(service, id)
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').evaluate(async (area: HTMLTextAreaElement) => {
      area.value = 'Same day'
      area.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await undefined // as between the events of two keys
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }))
    })
    await page.getByText(`${id} is saved.`).waitFor()
    expect((await service.box.features.get({ id })).description).toBe('Same day')
  })

  it('with many changes is reviewed and saved by keys; the dialog keeps those of the page from acting', async () => {
    const service = await startService()
    await fill(service)
    const id = idOf('Always')
    const page = await show(service, id)
    await page.getByRole('combobox', { name: 'Who gets it', exact: true }).selectOption('Some clients')
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').fill('Same day')
    await page.getByLabel('Metadata').fill('{"owner": "shop"}')
    await page.getByLabel('Tags', { exact: true }).first().fill('fast')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByText('5 changes').waitFor()
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Control+s')
    await page.getByText(`${id} is saved.`).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it.each(labels)('with the strategy %s has nothing that axe-core finds', async (label) => {
    const service = await startService()
    await fill(service)
    const page = await show(service, idOf(label))
    await page.getByText(/^(Active\.|Not active\.)$/).waitFor()
    await eachLook(page, (name) => axe(page, name))
  })
})
