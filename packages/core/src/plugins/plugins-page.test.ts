import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plugins } from './index.ts'
import { PLUGIN_PREFIX } from './plugin.ts'

const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8')
const [table = ''] = /^\| plugin .*?\n\n/ms.exec(page) ?? []
const rows = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )

it('the page of plugins lists each plugin, what it does, its steps, and whether it runs', () => {
  expect(rows).toEqual(
    plugins.map(({ id, description, steps, implemented }) => [
      `\`${id.slice(PLUGIN_PREFIX.length)}\``,
      description,
      steps.join(', '),
      implemented ? 'yes' : '',
    ]),
  )
})
