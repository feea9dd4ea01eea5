import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressText, portOf, readAddress } from './address.ts'

it.each([
  ['orders.internal', { hostname: 'orders.internal' }],
  [' orders.internal:8080 ', { hostname: 'orders.internal', port: 8080 }],
  ['https://orders.internal', { hostname: 'orders.internal', tls: true }],
  ['HTTP://10.0.0.1:80/v1/?q=1', { hostname: '10.0.0.1', port: 80, tls: false, root: '/v1' }],
  ['https://[::1]:8443/', { hostname: '::1', port: 8443, tls: true }],
  ['[fe80::1]', { hostname: 'fe80::1' }],
  ['fe80::1', { hostname: 'fe80::1' }],
  ['orders:', { hostname: 'orders' }],
])('%s is a target', (typed, read) => expect(readAddress(typed)).toEqual(read))

it.each([
  ['', 'Type a host name'],
  ['ftp://orders', 'scheme ftp'],
  ['orders/v1', 'can have a path'],
  ['http://ada:secret@orders', 'password'],
  ['orders:99999', 'Ports go'],
  ['or ders', 'not a host name'],
  ['orders:80a', 'not a host name'],
  ['http://', 'not a host name'],
])('%s is no target', (typed, why) => expect(readAddress(typed)).toContain(why))

it('what is written is read again', () => {
  const hostname = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6())
  const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined })
  fc.assert(
    fc.property(hostname, port, (hostname, port) => {
      const target = { hostname, ...(port !== undefined && { port }) }
      expect(readAddress(addressText(target))).toEqual(target)
    }),
  )
})

it('a target without a port is called on that of its protocol', () => {
  expect([portOf({}), portOf({ tls: true }), portOf({ tls: true, port: 80 })]).toEqual([80, 443, 80])
})
