import { expect, it } from 'vitest'
import { whyLoaded } from './why-loaded.ts'

it('lists the files that a program loads at its start and later, largest first', async () => {
  const { atStart, later } = await whyLoaded(
    "import { createFlags } from '@signalbox/core/flags'\nglobalThis.used = createFlags",
  )
  const names = [atStart, later].map((files) => files.map(({ file }) => file))
  expect(names[0]).toContain('core/src/features/live.ts')
  expect(names[1]).toEqual(expect.arrayContaining(['core/src/features/handlers.ts', 'validators/features']))
  const unneeded = /^core\/src\/(gateway|plans|plugins|serving|subscriptions|workflows)\//
  expect(names.flat().filter((file) => unneeded.test(file))).toEqual([])
  // What checks input loads with the first call.
  expect(names[0]!.filter((file) => /\/(validate|not-valid|check-input|eligibility)\.ts$/.test(file))).toEqual([])
  for (const files of [atStart, later]) {
    const sizes = files.map(({ bytes }) => bytes)
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  }
})
