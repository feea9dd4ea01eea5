import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { axe, eachLook, open, startService } from '../../browser.fixture.ts'
import { backendAt, startBackend } from '../../gateway.fixture.ts'
import { petstoreYaml } from '../../petstore.fixture.ts'

const run = promisify(execFile)

/** Follows the guide to its program. */
async function followed(expected?: RegExp) {
  const { url, box, admin } = await startService()
  const page = await open(`${url}/`, { as: admin, ...(expected && { expected }) })
  await page.getByRole('heading', { name: 'Get your first flag into a program' }).waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('shop:express is on for everyone.').waitFor()
  await page.getByRole('button', { name: 'Create a key' }).click()
  const line = (await page.locator('.well code').textContent())!
  return { url, box, page, line, secret: line.replace(/^export SIGNALBOX_SECRET=/, '') }
}

/** The program of a language, as it is copied. */
async function codeOf(page: Page, language: string): Promise<string> {
  await page.getByRole('tab', { name: language, exact: true }).click()
  const code = page.getByRole('region', { name: `Code: ${language}` })
  return (await code.locator('pre').textContent())!
}

it('an empty box leads to a flag that a program has read, in four clicks; the secret is kept nowhere', async () => {
  const { box, page, secret } = await followed()
  const key = await box.apiKeys.get({ id: 'shop-web' })
  expect(key.authorizedPatterns).toMatchObject([{ pattern: '*', rights: [] }])
  await page.getByText('Waiting for its first evaluation…').waitFor()
  await eachLook(page, (look) => axe(page, `first run ${look}`))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await page.getByText('no call with this key and its secret has arrived').waitFor()

  const [, curl] = [await codeOf(page, 'Node.js'), await codeOf(page, 'curl')]
  expect((await run('sh', ['-c', curl])).stdout).toBe('{"active":true}')
  await page.getByText('shop-web asked for shop:express just now and got “on”.').waitFor()
  await eachLook(page, (look) => axe(page, `heard ${look}`))
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(await kept()).not.toContain(secret)

  await page.reload()
  await page.getByText('Its secret was shown once').waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Close this guide' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
})

/** A folder in which programs find the packages of this repository. */
async function programFolder(): Promise<string> {
  const folder = await mkdtemp(join(resolve(import.meta.dirname, '../../../../../node_modules'), '.cache/first-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const sources = '--conditions=@signalbox/source'

it('each program that asks once runs as it is pasted, and is heard', async () => {
  const { box, page, secret } = await followed()
  const folder = await programFolder()
  const env = { ...process.env, SIGNALBOX_SECRET: secret }
  const programs = [
    ['Browser', 'page.mjs', process.execPath, [sources]],
    ['Python', 'first.py', 'python3', []],
    ['Go', 'first.go', 'gofmt', ['-l']],
  ] as const
  for (const [language, file, command, args] of programs) {
    await writeFile(join(folder, file), `${await codeOf(page, language)}\n`)
    await page.getByText('It asks once').waitFor()
    const begun = Date.now()
    const outcome = await run(command, [...args, file], { cwd: folder, env, timeout: 60_000 }).catch((error) => {
      // Not every machine has every language.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    })
    if (!outcome) continue
    if (command === 'gofmt') {
      expect(outcome.stdout, 'not formatted').toBe('')
      continue
    }
    expect(outcome.stdout.trim().toLowerCase(), language).toBe('true')
    const { askers } = await box.features.askers({ id: 'shop:express' })
    expect(askers, language).toMatchObject([{ id: 'shop-web', at: expect.toSatisfy((at: number) => at >= begun) }])
  }
  await page.getByText('Switch the flag off and run your program again.').waitFor()
})

it('the program of Node.js, started from the shell with the line of the secret, shows each change', async () => {
  const { box, page, line } = await followed()
  const folder = await programFolder()
  await writeFile(join(folder, 'first.mjs'), await codeOf(page, 'Node.js'))
  const shell = spawn('sh', [], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => shell.on('close', resolve))
  onTestFinished(async () => {
    shell.kill()
    await ended
  })
  let printed = ''
  shell.stdout.on('data', (text) => {
    printed += text
  })
  shell.stdin.end(`${line}\nexec '${process.execPath}' ${sources} first.mjs\n`)
  await expect.poll(() => printed).toBe('true\n')
  await page.getByText('Switch the flag off and watch your program follow within a second.').waitFor()
  await box.features.patch({ id: 'shop:express', body: { enabled: false } })
  await expect.poll(() => printed).toBe('true\nfalse\n')
})

it('the second path leads from an OpenAPI document to a curl line that answers 200', async () => {
  const port = await startBackend()
  const { url, admin } = await startService({ gateway: true })
  const page = await open(`${url}/`, { as: admin })
  await page.getByRole('button', { name: 'Import OpenAPI…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API' })
  await dialog.getByLabel('Or paste it').fill(petstoreYaml(port))
  await dialog.getByText(/^Petstore 1\.0\.0: \d routes/).waitFor()
  await dialog.getByLabel('Context path').fill('/pets-api')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Publish…' }).first().click()
  const publish = page.getByRole('dialog', { name: 'Publish petstore' })
  await publish.getByRole('button', { name: /^Publish/ }).click()
  await publish.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await page.getByText('The gateway serves it.').waitFor()
  await eachLook(page, (look) => axe(page, `second path ${look}`))
  const code = await page.getByRole('region', { name: 'Code: curl' }).locator('pre').textContent()
  await page.getByText('Waiting for its first call…').waitFor()
  await page.getByText('This turns green as soon as the backend answers a call.').waitFor()
  const { stdout } = await run('sh', ['-c', code!])
  expect(stdout).toContain('HTTP/1.1 200')
  await page.getByText('A call went through the gateway, and the backend of petstore answered it.').waitFor()
  await eachLook(page, (look) => axe(page, `called ${look}`))
  await page.reload()
  await page.getByText('A call went through the gateway').waitFor()
})

it('a call whose backend does not answer leaves the step open, and says why', async () => {
  const { url, admin, box, gatewayUrl } = await startService({ gateway: true })
  await box.apis.create({
    body: {
      ...{ id: 'pets', name: 'Pets', context_path: '/pets', backends: [backendAt('main', 1)] },
      routes: [{ id: 'all', backend: 'main', frontend: { paths: ['/'] } }],
    },
  })
  await box.apis.deployments.create({ id: 'pets', body: {} })
  const page = await open(url, { as: admin })
  await page.evaluate(() => localStorage.setItem('signalbox:guide:/', '{"path":"api"}'))
  await page.reload()
  await page.getByText('Waiting for its first call…').waitFor()
  expect((await fetch(`${gatewayUrl}/pets`)).status).toBe(502)
  await page.getByText(/^A call arrived, but failed: 502, .* \(127\.0\.0\.1:1\)\.$/).waitFor()
  await page.getByText('Waiting for its first call…').waitFor()
})

/** A step by its heading. */
const stepOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

it('after its end, the guide says what the flag is now, shows that it was heard, and can be closed and opened again', async () => {
  const { box, page } = await followed(/404/) // of the flag that is deleted
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.getByText('Waiting for its first evaluation…').waitFor()
  await page.getByText(/Listening for 0:0[1-9]/).waitFor()
  const curl = await codeOf(page, 'curl')
  await page.evaluate(() => scrollTo(0, 0))
  await run('sh', ['-c', curl])
  const heard = page.locator('.heard')
  await heard.getByText('and got “on”.').waitFor()
  await expect.poll(async () => (await heard.boundingBox())!.y + (await heard.boundingBox())!.height).toBeLessThan(601)
  await stepOf(page, 'Paste this into your program').getByText('Done:').waitFor()

  await box.features.patch({ id: 'shop:express', body: { enabled: false } })
  await page.getByText('shop:express is off for everyone.').waitFor()
  expect(await page.getByText('is on for everyone').count()).toBe(0)
  await page.getByText('Switch the flag on and run your program again.').waitFor()
  await run('sh', ['-c', curl])
  await heard.getByText('and got “off”.').waitFor()
  await box.features.delete({ id: 'shop:express' })
  await page.getByText('shop:express doesn’t exist anymore.').waitFor()

  await page.getByRole('button', { name: 'Close this guide' }).click()
  await page.getByRole('button', { name: 'Open the guide' }).click()
  await page.getByText('shop:express doesn’t exist anymore.').waitFor()
  await page.getByRole('button', { name: 'Create another' }).first().click()
  await page.getByRole('button', { name: 'Create', exact: true }).waitFor()
})

it('a skipped step says so, and is opened again', async () => {
  const { page } = await followed()
  const paste = stepOf(page, 'Paste this into your program')
  await paste.getByRole('button', { name: 'Skip' }).click()
  await paste.getByText('Skipped', { exact: true }).waitFor()
  expect(await paste.getByText('Done:').count()).toBe(0)
  expect(await page.getByRole('region', { name: /^Code/ }).count()).toBe(0)
  await eachLook(page, (look) => axe(page, `skipped ${look}`))
  await paste.getByRole('button', { name: 'Open again' }).click()
  await page.getByRole('region', { name: 'Code: curl' }).waitFor()
  await page.getByRole('tab', { name: 'Node.js' }).click()
  await page.getByText('npm install /tmp/signalbox-').waitFor()
  await eachLook(page, (look) => axe(page, `installation ${look}`))
})

it('every step can be skipped; those without the right to create flags see no guide', async () => {
  const { url, admin } = await startService()
  const page = await open(`${url}/`, { as: admin })
  for (let step = 1; step < 4; step++) await page.getByRole('button', { name: 'Skip' }).first().click()
  await page.getByText('There is no flag to wait for.').waitFor()
  await page.getByRole('button', { name: 'Create a flag' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).waitFor()

  const service = await startService()
  const reader = await service.addUser('ada', [{ pattern: '*', rights: [] }])
  const theirs = await open(`${service.url}/`, { as: reader })
  await theirs.getByRole('heading', { name: 'Overview' }).waitFor()
  await theirs.getByText('Nothing has changed yet.').or(theirs.getByRole('listitem').first()).first().waitFor()
  expect(await theirs.getByText('Get your first flag').count()).toBe(0)
})

it('what needs attention stands before the steps of an open guide', async () => {
  const { page, box, url } = await followed()
  expect(await page.getByRole('heading', { name: 'Needs attention' }).count()).toBe(0)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  await box.features.create({
    body: {
      ...{ id: 'shop:sale', enabled: true, activationStrategy: 'DATE_RANGE' },
      parameters: { from: '2020-01-01 00:00:00', to: tomorrow },
    },
  })
  await page.goto(url)
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await needs.getByText('shop:sale').waitFor()
  const below = async (text: string) => (await page.getByText(text).first().boundingBox())!.y
  expect(await below('Needs attention')).toBeLessThan(await below('Create a flag'))
  await eachLook(page, (look) => axe(page, `needs and guide ${look}`))
})
