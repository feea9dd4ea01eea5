import { expect, it } from 'vitest'
import { exportsOf, packages } from './sources.fixture.ts'

const entries = packages.flatMap((one) => Object.entries(one.entries))

it.each(entries)('%s exports what it always did; another name is a change of the API', (_, file) => {
  expect(exportsOf(file)).toMatchSnapshot()
})
