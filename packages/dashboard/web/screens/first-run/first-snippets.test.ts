import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createSignalbox } from '@signalbox/core'
import { openSqlite } from '@signalbox/sql'
import { expect, it, onTestFinished } from 'vitest'
import { BUILD, firstSnippets } from './first-snippets.ts'

const snippets = firstSnippets({ feature: 'shop:express', baseUrl: 'http://127.0.0.1:9000' })

it('the program with the store of a server shows each change that the server makes', async () => {
  const cache = resolve(import.meta.dirname, '../../../../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'first-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const box = createSignalbox({ store: await openSqlite(join(folder, 'signalbox.db')) })
  onTestFinished(() => box.close())
  await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const { code } = snippets.find(({ name }) => name === 'In process')!
  await writeFile(join(folder, 'first.mjs'), code)
  let printed = ''
  const program = execFile(process.execPath, ['--conditions=@signalbox/source', 'first.mjs'], { cwd: folder })
  const ended = new Promise((done) => program.on('close', done))
  onTestFinished(async () => {
    program.kill()
    await ended
  })
  program.stdout?.on('data', (text) => {
    printed += text
  })
  await expect.poll(() => printed).toMatch(/^(true\n)+$/)
  await box.features.patch({ id: 'shop:express', body: { enabled: false } })
  await expect.poll(() => printed).toMatch(/^(true\n)+(false\n)+$/)
})

it('each note says whether its program follows changes or asks once', () => {
  for (const { name, note } of snippets)
    expect(note, name).toMatch(['Node.js', 'In process'].includes(name) ? /each change/ : /It asks once/)
})

it('the first program needs no package; the others say how to install what they import, as the page Install does', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../../../docs/pages/start/install.md'), 'utf8')
  expect(snippets[0]?.code).not.toContain('import')
  expect(page, 'the guide says so, too').toContain('not on npm yet')
  for (const { name, code, install } of snippets) {
    const imported = [...code.matchAll(/@signalbox\/\w+/g)].map(([id]) => id)
    for (const id of imported) expect(install?.what, name).toContain(id)
    expect(install !== undefined, name).toBe(imported.length > 0)
    if (install) expect(page).toContain(`\`${install.line}\``)
  }
  for (const line of BUILD.split(' && npm pack')) expect(page).toContain(line)
})
