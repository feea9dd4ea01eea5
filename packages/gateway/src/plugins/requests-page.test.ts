import { readFileSync } from 'node:fs'
import { causes } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import { type PluginCode, stages } from '../plugin-api/plugin.ts'
import { builtIn } from './index.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const page = read('docs/requests.md')
const picture = read('pictures/route.svg')

const [, table = ''] = page.split(/^\| stage .*\n\|[-| ]+\n/m)
const rows = (table.split('\n\n')[0] ?? '').split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
const namesIn = (text = '') => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

it('the page about requests, and its picture, have all stages in their order', () => {
  expect(rows.flatMap(([, stage]) => namesIn(stage))).toEqual(stages)
  const shown = [...picture.matchAll(/<tspan class="code">(\w+)<\/tspan>/g)].map(([, name]) => name)
  expect(shown).toEqual(stages)
})

const code: Readonly<Record<string, PluginCode>> = builtIn

it('the page about requests names plugins in their stages', () => {
  for (const [, stage, , names] of rows)
    for (const name of namesIn(names)) {
      const own = code[name]?.stage
      expect([name, typeof own === 'function' ? own({}) : own]).toEqual([name, ...namesIn(stage)])
    }
})

it('the page about requests, and its picture, name causes that exist', () => {
  const known = new Set<string>(causes.map(({ id }) => id))
  const named = [...`${page}${picture}`.matchAll(/errors(?:\.\w+)+/g)].map(([name]) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
