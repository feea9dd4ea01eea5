import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { pluginRows } from '../../../migrate/src/otoroshi/plugins.ts'
import { importOtoroshiFile } from './import-otoroshi-file.ts'

const page = await readFile(new URL('../../docs/from-otoroshi.md', import.meta.url), 'utf8')
const blocksOf = (language: string) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []))

it('the page about Otoroshi shows the report of its example', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'otoroshi-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'write.mjs')
  await writeFile(program, blocksOf('js')[0] ?? '')
  await promisify(execFile)(process.execPath, [program], { cwd: folder })
  const { lines } = await importOtoroshiFile(createSignalbox(), join(folder, 'otoroshi.json'), { dryRun: true })
  expect(`${lines.join('\n')}\n`).toBe(blocksOf('text')[1])
})

it('the page about Otoroshi lists each plugin with its equivalent, or with what is lost', () => {
  const [, table = ''] = page.split(/^\| Otoroshi .*\n\|[-| ]+\n/m)
  const rows = table
    .split('\n\n')[0]
    ?.split('\n')
    .map((line) =>
      line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim()),
    )
  expect(rows).toEqual(
    Object.entries(pluginRows).map(([name, row]) =>
      'to' in row ? [`\`${name}\``, `\`${row.to}\``, ''] : [`\`${name}\``, 'left out', row.absent],
    ),
  )
})
