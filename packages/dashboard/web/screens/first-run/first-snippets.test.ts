import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createSignalbox } from '@signalbox/core'
import { openSqlite } from '@signalbox/sql'
import { expect, it, onTestFinished } from 'vitest'
import { firstSnippets } from './first-snippets.ts'

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
