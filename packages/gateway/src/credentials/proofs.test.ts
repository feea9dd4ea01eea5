import { createHash } from 'node:crypto'
import type { LiveCredential } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { type ConsumerOf, consumer } from '../consumers/units.fixture.ts'
import { consumersOf } from '../plugins/compiled.fixture.ts'
import { createProofs } from './proofs.ts'

/** Proofs, how often they verified a secret the slow way, and the texts that they hashed. */
function setUp() {
  const hashed: string[] = []
  const hash = (text: string) => {
    hashed.push(text)
    return createHash('sha256').update(text).digest('hex')
  }
  const proofs = createProofs({ random: (bytes) => new Uint8Array(bytes).fill(7), hash })
  let slow = 0
  const mayVerify = () => {
    slow++
    return true
  }
  const standing = (bound: LiveCredential | undefined, secret: string, now = 0) =>
    proofs.standing(bound, secret, now, mayVerify)
  return {
    standing,
    hashed,
    slow: () => slow,
    known: (...args: [LiveCredential, string]) => proofs.standing(...args, 0, () => false),
  }
}

const credentialOf = (one: ConsumerOf = {}) => consumersOf(consumer(one)).findCredential('key-1')!
const rotated = { previous: { secret: 'before', until: 100 } }

describe('a secret', () => {
  it('is verified once for each record of its credential', () => {
    const { standing, slow } = setUp()
    const consumers = consumersOf(consumer())
    const ask = () => standing(consumers.findCredential('key-1'), 'secret-1')
    expect([ask(), ask(), ask(), slow()]).toEqual(['valid', 'valid', 'valid', 1])
    for (const unit of consumer({ secret: 'secret-2' })) consumers.apply(unit)
    expect([ask(), slow()]).toEqual(['wrong', 2])
  })

  it('is verified each time if it is wrong, or if nobody has the client id', () => {
    const { standing, slow, hashed } = setUp()
    const bound = credentialOf()
    for (let i = 0; i < 3; i++) expect([standing(bound, 'x'), standing(undefined, 'x')]).toEqual(['wrong', 'wrong'])
    expect([slow(), hashed.length]).toEqual([6, 6])
  })

  it('that is replaced counts until its grace period is over, at whatever time it was verified', () => {
    for (const first of [99, 100]) {
      const { standing, slow } = setUp()
      const bound = credentialOf(rotated)
      standing(bound, 'before', first)
      expect([standing(bound, 'before', 99), standing(bound, 'before', 100)]).toEqual(['valid', 'past-grace'])
      expect([standing(bound, 'secret-1', 100), standing(bound, 'before', 101)]).toEqual(['valid', 'past-grace'])
      expect(slow()).toBe(2)
    }
  })

  it('of another credential proves nothing', () => {
    const { standing } = setUp()
    const [one, other] = [credentialOf(), credentialOf({ secret: 'other' })]
    expect([standing(one, 'secret-1'), standing(other, 'other')]).toEqual(['valid', 'valid'])
    expect([standing(one, 'other'), standing(other, 'secret-1')]).toEqual(['wrong', 'wrong'])
  })

  it('that was not verified before says nothing if it must not be verified now', () => {
    const { standing, known } = setUp()
    const bound = credentialOf()
    expect([known(bound, 'secret-1'), known(bound, 'wrong')]).toEqual([undefined, undefined])
    standing(bound, 'secret-1')
    expect([known(bound, 'secret-1'), known(bound, 'wrong')]).toEqual(['valid', undefined])
  })

  it('is hashed with a key of the process', () => {
    const { standing, hashed } = setUp()
    standing(credentialOf(), 'secret-1')
    expect(hashed).toEqual([`${'07'.repeat(32)}secret-1`])
  })
})
