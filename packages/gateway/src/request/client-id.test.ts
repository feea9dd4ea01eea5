import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../pipeline/exchange.fixture.ts'
import { type ClientSource, compileClientId } from './client-id.ts'

const headers = ['x-user', 'ada', 'cookie', 'a=b; visitor=bob; c=d']
const consumer = { id: 'acme', plan: 'gold', subscription: 's-1' }
const exchange = fakeExchange({ headers, query: '?a=b&user=eve%20x', consumer, address: '192.0.2.7' })

describe('the id of a client', () => {
  it.each<[ClientSource, string]>([
    [{ from: 'header', name: 'X-User' }, 'ada'],
    [{ from: 'cookie', name: 'visitor' }, 'bob'],
    [{ from: 'query', name: 'user' }, 'eve x'],
    [{ from: 'consumer' }, 'acme'],
    [{ from: 'ip' }, '192.0.2.7'],
  ])('is read from %o', (source, id) => {
    expect(compileClientId(source)(exchange)).toBe(id)
  })

  it.each<ClientSource>([
    { from: 'header', name: 'X-Other' },
    { from: 'cookie', name: 'other' },
    { from: 'query', name: 'other' },
    { from: 'consumer' },
    { from: 'ip' },
  ])('is absent where the request has none: %o', (source) => {
    expect(compileClientId(source)(fakeExchange({ address: '' }))).toBeUndefined()
  })

  it('is the same for all addresses of an IPv6 network', () => {
    const read = compileClientId({ from: 'ip' })
    const ids = ['2001:db8::1', '2001:db8::ffff:2'].map((address) => read(fakeExchange({ address })))
    expect(ids[0]).toBe(ids[1])
  })

  it.each([
    ['that is empty', ''],
    ['of more than 256 characters', 'a'.repeat(257)],
    ['with a tab', 'a%09b'],
    ['with a line break', 'a%0ab'],
    ['with a control character beyond ASCII', 'a%c2%85'],
    ['with half of a surrogate pair', 'a\ud800'],
  ])('%s counts as absent', (_, id) => {
    expect(compileClientId({ from: 'query', name: 'user' })(fakeExchange({ query: `?user=${id}` }))).toBeUndefined()
  })

  it.each(['a'.repeat(256), 'Zoë ☂', '😀'])('may be %s', (id) => {
    const query = `?user=${encodeURIComponent(id)}`
    expect(compileClientId({ from: 'query', name: 'user' })(fakeExchange({ query }))).toBe(id)
  })
})
