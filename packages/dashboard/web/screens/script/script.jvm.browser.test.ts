import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { open, startService } from '../../browser.fixture.ts'

const installed = join(import.meta.dirname, '../../../../../node_modules/.cache/signalbox-jvm')
const jvmClasspath = process.env.SIGNALBOX_JVM_CLASSPATH ?? installed

const scripts = {
  kotlin: `fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit) {
  val isStaff = context.path("staff").asBoolean()
  if (isStaff) enabled() else disabled()
}`,
  scala: `def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit): Unit = {
  val isStaff = (context \\ "staff").asOpt[Boolean].contains(true)
  if (isStaff) enabled() else disabled()
}`,
}

it.for(['kotlin', 'scala'] as const)(
  'errors of a script in %s stand at their line, run or saved',
  async (type, { skip }) => {
    // In CI, the server does not start, and says why.
    skip(!existsSync(jvmClasspath) && process.env.CI !== 'true', 'the jars are not installed: run .ci/install-jvm')
    const { url, box, admin } = await startService({ jvm: 'java', jvmClasspath, jvmLanguages: [type], scriptMs: 5_000 })
    const script = scripts[type]
    const create = () => box.scripts.create({ body: { id: 'staff', name: 'Staff only', source: { type, script } } })
    // The first compilation may take longer than a call waits.
    await expect.poll(() => create().then(() => 'created', String), { timeout: 100_000 }).toBe('created')
    const page = await open(`${url}/scripts/staff`, { as: admin, expected: /400/ })
    const wrong = script.replace('if (isStaff)', 'if (isStuff)')
    await page.getByRole('textbox', { name: 'Script', exact: true }).fill(wrong)
    await page.keyboard.press('Control+Enter')
    const run = page.getByRole('region', { name: 'Run it' })
    await run.getByText(/^Line 3, column 7: .*isStuff/).waitFor()
    await page.locator('.wrong-line', { hasText: 'isStuff' }).waitFor()
    const changes = page.getByRole('region', { name: 'Changes' })
    await changes.getByRole('button', { name: /^Save/ }).click()
    await changes.getByText('Not saved').waitFor()
    await page.getByRole('button', { name: 'Go to line 3' }).first().click()
    expect(await box.scripts.get({ id: 'staff' })).toMatchObject({ source: { script } })
  },
)
