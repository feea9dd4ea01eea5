import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import type { Consumer } from '../../plugin-api/exchange.ts'
import { compileKey } from './client-key.ts'

const from = (address: string) => fakeExchange({ address })

describe('requests belong together', () => {
  it('by route: all of them', () => {
    const keyOf = compileKey({ by: 'route' })
    expect(keyOf(from('192.0.2.1'))).toBe(keyOf(from('192.0.2.2')))
  })

  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['2001:db8::1', '2001:db8:0:0:ffff::2', true],
    ['2001:db8::1', '2001:db8:0:1::1', false],
    ['::', '0:0:0:0:1::', true],
    ['', '192.0.2.1', false],
  ])('by address, of IPv6 by network: %s and %s: %s', (one, other, isSame) => {
    const keyOf = compileKey({ by: 'ip' })
    expect(keyOf(from(one)) === keyOf(from(other))).toBe(isSame)
  })

  it('by consumer, and by address as long as none is known', () => {
    const keyOf = compileKey({ by: 'consumer' })
    const known = (id: string, address: string) => fakeExchange({ consumer: { id }, address })
    expect(keyOf(known('a', '192.0.2.1'))).toBe(keyOf(known('a', '192.0.2.2')))
    expect(keyOf(known('a', '192.0.2.1'))).not.toBe(keyOf(known('b', '192.0.2.1')))
    expect(keyOf(known('192.0.2.1', '192.0.2.9'))).not.toBe(keyOf(from('192.0.2.1')))
  })

  it('by subscription, of all its credentials and owners, and otherwise by id within the plan', () => {
    const keyOf = compileKey({ by: 'consumer' })
    const key = (consumer: Consumer) => keyOf(fakeExchange({ consumer }))
    const one = { id: 'acme', plan: 'gold', subscription: 's-1', clientId: 'c-1' }
    expect(key({ ...one, clientId: 'c-2', id: 'renamed' })).toBe(key(one))
    expect(key({ ...one, subscription: 's-2' })).not.toBe(key(one))
    expect(key({ id: 'acme', plan: 'gold' })).not.toBe(key({ id: 'acme', plan: 'silver' }))
    expect(key({ id: 's-1' })).not.toBe(key(one))
  })

  it('by header, and by address without it', () => {
    const keyOf = compileKey({ by: 'header', header: 'X-Tenant' })
    const tenant = (id: string, address: string) => fakeExchange({ headers: ['x-tenant', id], address })
    expect(keyOf(tenant('a', '192.0.2.1'))).toBe(keyOf(tenant('a', '192.0.2.2')))
    expect(keyOf(tenant('192.0.2.1', '192.0.2.9'))).not.toBe(keyOf(from('192.0.2.1')))
  })
})
