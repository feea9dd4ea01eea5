import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faults, parts } from './faults/parts.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

it.each(parts)('there are twelve faults to find in $name, at least', ({ name }) =>
  expect(faults.filter(({ part }) => part.name === name).length).toBeGreaterThanOrEqual(12),
)

it.each(parts.flatMap(({ name, tests, further = [] }) => [...tests, ...further].map((path) => ({ name, path }))))(
  'the tests of $name are in $path',
  ({ path }) => expect(globSync(`${path}*`, { cwd: join(import.meta.dirname, '..') })).not.toEqual([]),
)

it.each(faults)('in $part.name, "$breaks" has a text that is once in its file', ({ file, text, fault }) => {
  const [before, after, ...more] = read(file).split(text)
  expect([before === undefined, after === undefined, more]).toEqual([false, false, []])
  expect(fault).not.toBe(text)
})
