import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'

it('a workflow begins with a template, is written with an outline, tested, saved and run', async () => {
  const { url, admin, box } = await startService()
  const page = await open(`${url}/workflows`, { as: admin, expected: /40\d/ })
  await page.getByText('No workflows yet').waitFor()
  await page.getByRole('button', { name: 'New workflow' }).click()
  await page.getByRole('dialog').getByLabel('Id').fill('greet')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Decide by a feature' }).click()
  const outline = page.getByRole('list', { name: 'Outline' })
  await outline.getByRole('button', { name: /step 2 if/ }).click()
  await expect
    .poll(() =>
      page.evaluate(() => (document.activeElement?.shadowRoot?.activeElement as HTMLElement | null)?.ariaLabel),
    )
    .toBe('Program')
  const editor = page.getByRole('textbox', { name: 'Program', exact: true })
  const steps = [
    { kind: 'call', function: 'core.log', args: { message: 'hello ${input.name}' } },
    { kind: 'call', function: 'core.store_increment', args: { key: 'greeted' }, result: 'count' },
    { kind: 'value', value: { count: '${count}' } },
  ]
  await editor.fill(JSON.stringify({ kind: 'workflow', steps: [...steps, { kind: 'valu' }] }, undefined, 2))
  await page.keyboard.press('Control+s')
  await outline.getByRole('button', { name: /valu.*invalid/ }).waitFor()
  await page
    .getByRole('button', { name: /Go to line \d+/ })
    .first()
    .waitFor()
  await editor.fill(JSON.stringify({ kind: 'workflow', steps }, undefined, 2))
  const run = page.getByRole('region', { name: 'Run it' })
  await run.getByRole('textbox', { name: 'Input' }).fill('{"name": "ann"}')
  await run.getByRole('button', { name: /Test the edited version/ }).click()
  await run.getByText('"count": 1').waitFor()
  await run.getByText('hello ann', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await run.getByRole('button', { name: /^Run/ }).click()
  await run.getByText('"count": 2').waitFor()
  await run.getByRole('button', { name: /call \/steps\/1/ }).click()
  await run.getByRole('region', { name: 'call /steps/1' }).getByText('"greeted"').waitFor()
  await eachLook(page, (name) => axe(page, name))
  await run.getByText('Lower the budgets').click()
  await run.getByRole('textbox', { name: 'Steps', exact: true }).fill('2')
  await run.getByRole('button', { name: /^Run/ }).click()
  await run.getByText('Failed.').waitFor()
  await run.getByRole('list').getByText('failed').first().waitFor()
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByText('a test of an edited version', { exact: false }).waitFor()
  const runs = page.locator('.workflow-runs > li')
  await expect.poll(() => runs.count()).toBe(3)
  await runs.filter({ hasText: 'Failed' }).locator('summary').click()
  await runs
    .getByText(/budget/)
    .first()
    .waitFor()
  await axe(page, 'runs')
  await box.workflows.run({ id: 'greet', body: { input: { name: 'bob' } } })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await runs.getByText('by the program').waitFor()
  expect(await box.workflows.get({ id: 'greet' })).toMatchObject({ config: { steps } })
})

it('a run is canceled, and readers run what they may not change', async () => {
  const service = await startService()
  const config = { kind: 'workflow', steps: [{ kind: 'wait', duration: 4000 }] }
  await service.box.workflows.create({ body: { id: 'slow', config } })
  const reader = await service.addUser('ann', [{ pattern: '*', rights: ['R'], domains: ['Workflow'] }])
  const page = await open(`${service.url}/workflows/slow`, { as: reader })
  const run = page.getByRole('region', { name: 'Run it' })
  await run.getByRole('button', { name: /^Run/ }).click()
  await run.getByText('Running.').waitFor()
  await run.getByRole('button', { name: 'Cancel' }).click()
  await run.getByText('Canceled.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Program' }).getAttribute('contenteditable')).not.toBe('true')
  expect(await page.getByRole('button', { name: 'New workflow' }).count()).toBe(0)
})
