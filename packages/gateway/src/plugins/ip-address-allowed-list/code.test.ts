import { describe, expect, it } from 'vitest'
import { asked } from '../compiled.fixture.ts'

describe('IpAddressAllowedList', () => {
  it.each<[addresses: string[], address: string, isAllowed: boolean]>([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8', '2001:db8::/32'], '2001:db8::1', true],
    [['10.0.*'], '10.1.0.1', false],
    [['10.0.0.0/8'], '', false],
    [['0.0.0.0/0', '::/0'], '', false],
    [[], '10.1.2.3', false],
  ])('%j admits %s: %s', (addresses, address, isAllowed) => {
    const verdict = isAllowed ? undefined : { refuse: 'errors.address.forbidden' }
    expect(asked('IpAddressAllowedList', { addresses }, { address })).toEqual(verdict)
  })
})
