import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plugins } from './index.ts'
import { PLUGIN_PREFIX } from './plugin.ts'

const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8')
/** The rows of the table, without padding. */
const rows = (/^\| plugin .*?\n\n/ms.exec(page)?.[0] ?? '')
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => line.replace(/ +/g, ' '))
const wanted = plugins.map(
  ({ id, description, steps, implemented }) =>
    `| \`${id.slice(PLUGIN_PREFIX.length)}\` | ${description} | ${steps.join(', ')} | ${implemented ? 'yes' : ''} |`,
)

it.each(wanted)('the page of plugins has the row %s', (row) => {
  expect(rows).toContain(row)
})

it('the page of plugins has them in the order of the catalog, and no others', () => {
  expect(rows).toEqual(wanted)
})
