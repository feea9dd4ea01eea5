import { expect, it } from 'vitest'
import { leaseKeyOf } from './lease-key.ts'

it('no client can have the key of another one whose key is replaced by a digest', () => {
  const replaced = leaseKeyOf('rate shop', '漢')
  const digest = replaced.slice('rate shop '.length)
  expect(digest).toMatch(/^#/)
  expect(leaseKeyOf('rate shop', digest)).not.toBe(replaced)
})
