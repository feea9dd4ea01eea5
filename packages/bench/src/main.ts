/**
 * `npm run bench` prints the figures of all groups; `npm run bench -- features tree` prints some; `--quick` is faster;
 * `--write` puts them on the page of figures. `npm run bench -- scale --features 10000 --events 100000` sets the sizes of
 * the group `scale`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toSection, withSection } from './figures.ts'
import { groups, namedGroups } from './groups.ts'
import { efforts } from './harness.ts'

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    features: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '10000000' },
  },
  allowPositionals: true,
})
if (values.quick && values.write) throw new Error('Quick figures are not written: leave out --quick or --write')
const all = { ...groups, ...namedGroups({ features: sizeOf(values.features), events: sizeOf(values.events) }) }
const names = positionals.length > 0 ? positionals : Object.keys(groups)
const unknown = names.filter((name) => !Object.hasOwn(all, name))
if (unknown.length > 0)
  throw new Error(`Unknown rows ${unknown.join(', ')}: the rows are ${Object.keys(all).join(', ')}`)

const page = fileURLToPath(new URL('../docs/figures.md', import.meta.url))
for (const [name, { title, measure }] of Object.entries(all)) {
  if (!names.includes(name)) continue
  const before = loadavg()[0] as number
  const rows = await measure(values.quick ? efforts.quick : efforts.full)
  const section = toSection(name, title, rows, {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cores: availableParallelism(),
    load: [before, loadavg()[0] as number],
  })
  console.log(section)
  if (values.write) writeFileSync(page, withSection(readFileSync(page, 'utf8'), section, Object.keys(all)))
}

function sizeOf(text: string): number {
  const size = Number(text)
  if (!Number.isInteger(size) || size < 1000)
    throw new Error(`${text} is not a size: expected a whole number from 1000`)
  return size
}
