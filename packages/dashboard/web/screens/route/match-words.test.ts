import { describe, expect, it } from 'vitest'
import { compiled, route } from '../routes/compiled.fixture.ts'
import { hostWords } from './match-words.ts'
import { sampleRequest } from './sample-request.ts'

const first = (domain: string, path: string) =>
  compiled({ domain, context_path: '/shop', routes: [route('a', { paths: [path] })] }).routes[0]!

describe('what a route takes', () => {
  it.each([
    ['', 'any host'],
    [':8080', 'any host, port 8080'],
    ['api.example', 'api.example'],
    ['*.example:444', 'all subdomains of example:444'],
  ])('a domain %j is %j', (domain, words) => {
    const [match] = first('api.example', '/a').frontend.matches
    const [, host = '', port] = /^([^:]*)(?::(\d+))?$/.exec(domain) ?? []
    expect(hostWords({ ...match!, host, ...(port && { port: Number(port) }) })).toBe(words)
  })

  it.each([
    ['api.example', '/orders/:id', 'https://api.example/shop/orders/x'],
    ['*.example', '/files/{name}.json', 'https://www.example/shop/files/x.json'],
    ['', '/files/*', 'https://localhost/shop/files/x'],
  ])('a sample of %s %s is %s', (domain, path, url) => {
    expect(sampleRequest(first(domain, path))?.url).toBe(url)
  })

  it('a sample fulfils the conditions of a draft route', () => {
    const frontend = {
      paths: ['/a'],
      methods: ['PUT'],
      headers: { 'X-A': 'Wildcard(v*)', B: 'NotDefined()' },
      query: { q: 'Exact(a b)' },
    }
    const { routes } = compiled({
      routes: [route('a', frontend)],
      testing: { enabled: true, headerKey: 'T', headerValue: 'v' },
    })
    expect(sampleRequest(routes[1]!)).toEqual({
      method: 'PUT',
      url: 'https://localhost/a?q=a%20b',
      headers: [
        { name: 'T', value: 'v' },
        { name: 'X-A', value: 'vx' },
      ],
    })
  })
})
