import { describe, expect, it } from 'vitest'
import { asked, compiled } from '../compiled.fixture.ts'

describe('IpAddressBlockList', () => {
  it.each<[addresses: string[], address: string, isBlocked: boolean]>([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8'], '11.1.2.3', false],
    [['2001:db8::/32'], '2001:db8::1', true],
    [['10.0.0.0/8'], '', true],
  ])('%j refuses %s: %s', (addresses, address, isBlocked) => {
    const verdict = isBlocked ? { refuse: 'errors.address.forbidden' } : undefined
    expect(asked('IpAddressBlockList', { addresses }, { address })).toEqual(verdict)
  })

  it('costs nothing if it is empty', () => {
    expect(compiled('IpAddressBlockList')).toEqual({})
  })
})
