import type { LookupAddress, LookupOptions } from 'node:dns'
import { expect, it } from 'vitest'
import { createTargetPolicy } from '../../backend/target-policy.ts'
import { createGuard, guardedLookup } from './guarded-lookup.ts'

const guard = createGuard(createTargetPolicy())
const listOf = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Looks names up that resolve to these lists in turn. */
function setUp(...answers: LookupAddress[][]) {
  let turn = 0
  const lookup = guardedLookup(
    async () => answers[turn++] as LookupAddress[],
    (address, name) => guard(address, name, 80),
    (why) => new Error(why),
  )
  return (options: LookupOptions) =>
    new Promise((resolve, reject) =>
      lookup('a.test', options, (error, address) => (error ? reject(error) : resolve(address))),
    )
}

it('a name that resolves to a metadata service later is refused then', async () => {
  const lookup = setUp(listOf('127.0.0.1'), listOf('169.254.169.254'), listOf('127.0.0.1'))
  expect(await lookup({ all: true })).toEqual(listOf('127.0.0.1'))
  await expect(lookup({ all: true })).rejects.toThrow('metadata')
  expect(await lookup({ all: true })).toEqual(listOf('127.0.0.1'))
})

it('addresses that must not be called are left out', async () => {
  const lookup = setUp(listOf('::ffff:169.254.169.254', '127.0.0.1', 'fd00:ec2::254', '::1'))
  expect(await lookup({ all: true })).toEqual(listOf('127.0.0.1', '::1'))
})

it('a single address, or one family, is what was asked for', async () => {
  const lookup = setUp(listOf('127.0.0.1', '::1'), listOf('127.0.0.1', '::1'), listOf('127.0.0.1'))
  expect(await lookup({ all: false })).toBe('127.0.0.1')
  expect(await lookup({ all: true, family: 6 })).toEqual(listOf('::1'))
  await expect(lookup({ all: true, family: 6 })).rejects.toThrow('a.test has no addresses')
})
