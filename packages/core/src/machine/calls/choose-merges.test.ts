import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BuiltFile, chooseMerges, reach } from '../../../build/choose-merges.ts'

const file = (size: number, ...imports: readonly string[]): BuiltFile => ({ size, imports })
const start = (file: string, isLight = false) => ({ file, isLight })

it('merges chunks that are loaded together, and leaves alone what few load', () => {
  const files = new Map([
    ['app', file(10, 'a', 'b', 'large')],
    ['light', file(10, 'a', 'b')],
    ['a', file(100)],
    ['b', file(100)],
    ['large', file(90_000)],
  ])
  const chosen = chooseMerges({ files, starts: [start('app'), start('light')] }, ['a', 'b', 'large'])
  expect([...chosen]).toEqual([['b', 'a']])
})

it('adds nothing to what a light entry loads, and no package to what any loads', () => {
  const files = new Map([
    ['app', file(10, 'a', 'b', 'c')],
    ['light', file(10, 'a')],
    ['other', file(10, 'b')],
    ['a', file(100)],
    ['b', file(100)],
    ['c', file(100, 'package')],
  ])
  const starts = [start('app'), start('light', true), start('other')]
  expect(chooseMerges({ files, starts }, ['a', 'b', 'c'])).toEqual(new Map())
})

it('creates no cycle', () => {
  const chunks = ['a', 'b', 'c', 'd', 'e', 'f']
  const below = fc.tuple(...chunks.map((_, at) => fc.subarray(chunks.slice(at + 1))))
  const entries = fc.array(fc.subarray(chunks, { minLength: 1 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(below, entries, (imports, entries) => {
      const files = new Map([
        ...chunks.map((name, at) => [name, file(5000, ...imports[at]!)] as const),
        ...entries.map((some, at) => [`entry${at}`, file(100, ...some)] as const),
      ])
      const into = chooseMerges({ files, starts: entries.map((_, at) => start(`entry${at}`)) }, chunks)
      const left = chunks.filter((name) => !into.has(name))
      const now = new Map(
        left.map((name) => {
          const parts = chunks.filter((one) => (into.get(one) ?? one) === name)
          const targets = parts.flatMap((one) => files.get(one)!.imports).map((one) => into.get(one) ?? one)
          return [name, file(0, ...targets.filter((one) => one !== name))]
        }),
      )
      for (const [name, { imports }] of now)
        for (const target of imports) expect(reach(now, target).has(name)).toBe(false)
    }),
  )
})
