import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSendable } from '../headers/header-list.ts'
import { headersOver } from '../pipeline/exchange.fixture.ts'
import { costOf } from '../suite/cost.fixture.ts'
import { tellBackend, toHeaderValue } from './tell-backend.ts'

describe('the backend learns', () => {
  it('who calls, by which subscription, plan and client id', () => {
    const out = headersOver(['gateway-client-id', 'sent', 'X-A', '1'])
    tellBackend(out, { id: 'acme', subscription: 's-1', plan: 'gold', clientId: 'c-1' })
    expect(out.list).toEqual([
      ...['gateway-client-id', 'c-1', 'X-A', '1', 'Gateway-Consumer-Id', 'acme'],
      ...['Gateway-Subscription-Id', 's-1', 'Gateway-Plan-Id', 'gold'],
    ])
  })

  it('only what is known', () => {
    const out = headersOver([])
    tellBackend(out, { id: 'user-1', plan: undefined })
    expect(out.list).toEqual(['Gateway-Consumer-Id', 'user-1'])
  })
})

describe('an id as the value of a header', () => {
  it.each([
    ['acme', 'acme'],
    ['John Smith', 'John Smith'],
    ['CN=a, O="b"', 'CN=a, O="b"'],
    ['100%', '100%25'],
    [' a ', '%20a%20'],
    ['  a  b  ', '%20 a  b %20'],
    ['Zoë', 'Zo%C3%AB'],
    ['a\r\nEvil: 1', 'a%0D%0AEvil: 1'],
    ['\0', '%00'],
    ['\ud800', '%EF%BF%BD'],
  ])('%j is %s', (id, value) => {
    expect(toHeaderValue(id)).toBe(value)
  })

  it('takes linear time', async () => {
    const work = () => {
      for (let i = 0; i < 20; i++) toHeaderValue(`a${' '.repeat(100_000)}b`)
    }
    expect(await costOf(work)).toBeLessThan(10)
  })

  it('can be sent and restored, so no two ids have the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        const value = toHeaderValue(id)
        expect([isSendable(value), value.trim(), decodeURIComponent(value)]).toEqual([true, value, id])
      }),
    )
  })
})
