import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toSection, withSection } from './figures.ts'
import { groups, namedGroups } from './groups.ts'

const where = { date: '2026-11-26', node: '24.0.0', cores: 2, load: [2.04, 1] } as const
const sectionOf = (name: string, figure: string) => toSection(name, `The ${name}`, [{ what: 'it', figure }], where)
const order = ['one', 'two', 'three']

it('a section says what was measured, how, where and when', () => {
  const rows = [
    { what: 'a check', figure: '67 ns', ratio: '0.92 × by hand', goal: '≤ 2', met: true },
    { what: 'a start', figure: '12 ms', goal: '≤ 10 ms', met: false },
    { what: 'a peer', figure: '300 ns' },
  ]
  expect(toSection('two', 'Checks', rows, where)).toBe(`## Checks

\`npm run bench -- two\` on 2026-11-26: 2 cores at a load of 1.0 to 2.0, Node.js 24.0.0.

| what    | figure |          ratio |    goal |            |
| ------- | -----: | -------------: | ------: | ---------- |
| a check |  67 ns | 0.92 × by hand |     ≤ 2 | met        |
| a start |  12 ms |                | ≤ 10 ms | **missed** |
| a peer  | 300 ns |                |         |            |
`)
})

it('a section is put in its place, and replaces an earlier one of its group', () => {
  const first = withSection('# Figures\n\nText.\n', sectionOf('three', '3 ns'), order)
  const second = withSection(first, sectionOf('one', '1 ns'), order)
  const third = withSection(second, sectionOf('three', '4 ns'), order)
  expect(third).toBe(`# Figures\n\nText.\n\n${sectionOf('one', '1 ns')}\n${sectionOf('three', '4 ns')}`)
})

it('the page has at most one section of each group, in their order', () => {
  const page = readFileSync(new URL('../docs/figures.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/^`npm run bench -- ([\w-]+)` on /gm)].map(([, name]) => name)
  const all = [...Object.keys(groups), ...Object.keys(namedGroups({ features: 1000, events: 1000 }))]
  expect(named).toEqual(all.filter((name) => named.includes(name)))
})
