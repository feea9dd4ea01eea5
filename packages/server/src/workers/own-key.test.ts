import { expect, it } from 'vitest'
import { ownKey } from './own-key.ts'

it('the key of workers has 256 bits of chance, and is another one each time', () => {
  const [key, other] = [ownKey().key, ownKey().key]
  const secret = /^sbxg_server~workers_([a-z2-9]+)$/.exec(key)?.[1] ?? ''
  expect(secret.length * Math.log2(33)).toBeGreaterThan(256)
  expect(other).not.toBe(key)
})
