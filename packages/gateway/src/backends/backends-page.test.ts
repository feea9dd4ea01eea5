import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { balancers } from './balancers/index.ts'

const page = readFileSync(new URL('../../docs/backends.md', import.meta.url), 'utf8')

/** The first cells of the table below a heading. */
const firstCells = (heading: string): string[] => {
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name as string)
}

it('the page describes every load balancing type, in the order of the table', () => {
  const [, ...types] = firstCells('Load balancing')
  expect(types).toEqual(Object.keys(balancers))
})

it('the page names every limit of the client settings', () => {
  expect(firstCells('Time limits').toSorted()).toEqual(
    ['connectionTimeout', 'callTimeout', 'callAndStreamTimeout', 'idleTimeout', 'globalTimeout'].toSorted(),
  )
})
