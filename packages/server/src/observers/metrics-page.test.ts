import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Metric, metricTable } from './metrics/metric-table.ts'

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| `(signalbox|process|nodejs)_/.test(line))
  .map((line) =>
    line
      .slice(2, -2)
      .split('|')
      .map((cell) => cell.trim()),
  )

const rowOf = ({ name, type, labels = [], help }: Metric) => [
  `\`${name}\``,
  type,
  labels.map((label) => `\`${label}\``).join(', '),
  help,
]

it('the page lists each metric of a server with its type, its labels and its meaning', () => {
  expect(rows).toEqual(metricTable.map(rowOf))
})
