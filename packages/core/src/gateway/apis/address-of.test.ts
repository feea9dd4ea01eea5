import { describe, expect, it } from 'vitest'
import { addressOf, isPattern, readGatewayUrl, urlAt } from './address-of.ts'

const local = 'http://127.0.0.1:9080'

describe('the address of an API', () => {
  it.each([
    [{ context_path: '/pets' }, local, 'http://127.0.0.1:9080/pets'],
    [{}, local, 'http://127.0.0.1:9080/'],
    [{ context_path: '/pets/' }, local, 'http://127.0.0.1:9080/pets'],
    [{ domain: 'api.shop.example', context_path: '/pets' }, local, 'http://api.shop.example:9080/pets'],
    [{ domain: 'api.shop.example:8443' }, local, 'http://api.shop.example:8443/'],
    [{ domain: 'https://api.shop.example/', context_path: '/pets' }, local, 'http://api.shop.example:9080/pets'],
    [{ domain: '*.shop.example', context_path: '/a' }, 'https://gw.example', 'https://*.shop.example/a'],
    [{ domain: '[::1]' }, 'http://[::1]:9080', 'http://[::1]:9080/'],
    [{ context_path: '/pets' }, 'http://[::1]:9080', 'http://[::1]:9080/pets'],
    [{ context_path: '/pets' }, 'https://example.com/gateway', 'https://example.com/gateway/pets'],
    [{ context_path: '/pets' }, undefined, undefined],
  ])('of %j at %s is %s', (api, gatewayUrl, url) => {
    expect(addressOf(api, gatewayUrl)).toBe(url)
  })

  it('of a route is that of its path', () => {
    expect(urlAt('/pets/:id', local)).toBe('http://127.0.0.1:9080/pets/:id')
    expect(urlAt('api.tld/pets', 'https://gw.example:8443')).toBe('https://api.tld:8443/pets')
  })

  it.each([
    ['https://*.shop.example/a', true],
    ['http://127.0.0.1:9080/pets/:id', true],
    ['http://a.example/{id}.json', true],
    ['http://a.example/$id<[0-9]+>', true],
    ['http://a.example/files/*', true],
    ['http://[::1]:9080/pets', false],
    ['http://127.0.0.1:9080/', false],
    ['http://a.example/pets:cancel', false],
  ])('%s stands for several: %s', (url, expected) => {
    expect(isPattern(url)).toBe(expected)
  })
})

it.each([
  ['https://api.example.com/', 'https://api.example.com'],
  ['HTTP://API.example.com:9080', 'http://api.example.com:9080'],
  ['https://example.com/gateway/', 'https://example.com/gateway'],
  ['http://[::1]:9080', 'http://[::1]:9080'],
  ['', undefined],
  ['api.example.com', undefined],
  ['ftp://api.example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['https://ann:secret@api.example.com', undefined],
  ['https://api.example.com?a=1', undefined],
  ['https://api.example.com/#', undefined],
  ['https:///a', undefined],
])('the URL of a gateway %j is read as %s', (text, url) => {
  expect(readGatewayUrl(text)).toBe(url)
})
