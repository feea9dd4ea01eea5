import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('packages/docs/pages/about/comparison.md')
const benchmarks = read('packages/bench/README.md') + read('packages/bench/docs/figures.md')

/** The rows that name the command that measures them, as cells. */
const rows = [...page.matchAll(/^\|(.*)\| *`(npm run bench -- [^`]*)` *\|$/gm)].map(([, cells = '', command = '']) => ({
  cells: cells.split('|').map((cell) => cell.trim()),
  command,
}))
const figures = rows.flatMap(({ cells: [what, ...others] }) =>
  others.filter((cell) => cell !== '').map((cell) => [what, cell] as const),
)

it('the comparison names groups of the benchmarks', () => {
  const [, groups = ''] = /some groups: ([\w -]+)/.exec(benchmarks) ?? []
  const named = rows.map(({ command }) => command.split(' ').at(-1))
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter((group) => !groups.split(' ').includes(group ?? ''))).toEqual([])
})

it('the comparison has only figures that the benchmarks have', () => {
  const isMeasured = (figure: string) => {
    const [number = ''] = /[\d.,]+/.exec(figure) ?? []
    return new RegExp(`(?<![\\d.,])${number.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).test(benchmarks)
  }
  expect(figures.length).toBeGreaterThan(45)
  expect(figures.filter(([, figure]) => !isMeasured(figure))).toEqual([])
})

it('the comparison names the versions of peers that the benchmarks measure', () => {
  const { devDependencies } = JSON.parse(read('packages/bench/package.json'))
  const named = [...page.matchAll(/`([@\w/-]+)` (\d+\.\d+\.\d+)/g)]
  expect(named.length).toBe(5)
  for (const [, name = '', version] of named) expect([name, devDependencies[name]]).toEqual([name, version])
})

it('each disadvantage in the comparison names the groups of the benchmarks that measure it', () => {
  const [, groups = ''] = /some groups: ([\w -]+)/.exec(benchmarks) ?? []
  const [, section = ''] = /^## Where Signalbox is slower\n(.*?)^The benchmarks list/ms.exec(page) ?? []
  const items = section.split(/^- /m).slice(1)
  expect(items.length).toBeGreaterThan(5)
  for (const item of items) {
    const [, named = ''] = /`npm run bench -- ([^`]*)`/.exec(item) ?? []
    expect([item, named.split(' ').filter((group) => !groups.split(' ').includes(group))]).toEqual([item, []])
  }
})
