import { expect, it } from 'vitest'
import { createSignalbox } from '../../index.ts'

const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' }

it.each([
  ['strategy', 'activationStrategy'],
  ['Strategy', 'activationStrategy'],
  ['activation_strategy', 'activationStrategy'],
  ['activation', 'activationStrategy'],
  ['isEnabled', 'enabled'],
  ['enabeld', 'enabled'],
  ['foo', undefined],
  ['e', undefined],
  ['', undefined],
])('the unknown field %j of a feature is told with the nearest, %s', async (name, like) => {
  const body = { ...feature, [name]: 1 } as never
  await expect(createSignalbox().features.create({ body })).rejects.toMatchObject({
    fieldErrors: { [`/${name}`]: [{ message: 'error.unknown.field', args: like === undefined ? [] : [like] }] },
  })
})
