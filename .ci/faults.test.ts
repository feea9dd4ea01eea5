import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faults } from './faults/parts.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

it('there are 60 faults to find, at least', () => expect(faults.length).toBeGreaterThanOrEqual(60))

it.each(faults)('in $part.name, "$breaks" has a text that is once in its file', ({ file, text, fault }) => {
  const [before, after, ...more] = read(file).split(text)
  expect([before === undefined, after === undefined, more]).toEqual([false, false, []])
  expect(fault).not.toBe(text)
})
