import { describe, expect, it } from 'vitest'
import { compiled, route } from '../routes/compiled.fixture.ts'
import { conditionWords, hostWords, sampleUrl } from './match-words.ts'

const first = (domain: string, path: string) =>
  compiled({ domain, context_path: '/shop', routes: [route('a', { paths: [path] })] }).routes[0]!

describe('what a route takes', () => {
  it.each([
    ['', 'any host'],
    [':8080', 'any host, port 8080'],
    ['api.example', 'api.example'],
    ['*.example:444', 'all names below example:444'],
  ])('a domain %j is %j', (domain, words) => {
    const [match] = first('api.example', '/a').frontend.matches
    const [, host = '', port] = /^([^:]*)(?::(\d+))?$/.exec(domain) ?? []
    expect(hostWords({ ...match!, host, ...(port && { port: Number(port) }) })).toBe(words)
  })

  it.each([
    ['beta', 'is beta'],
    ['Exists()', 'is present'],
    ['NotDefined()', 'is absent'],
    ['Exact(Exists())', 'is Exists()'],
    ['Wildcard(v*)', 'is like v*'],
    ['Regex([0-9]+)', 'matches [0-9]+'],
  ])('a condition %s %s', (written, words) => {
    expect(conditionWords(written)).toBe(words)
  })

  it.each([
    ['api.example', '/orders/:id', 'https://api.example/shop/orders/x'],
    ['*.example', '/files/{name}.json', 'https://www.example/shop/files/x.json'],
    ['', '/files/*', 'https://localhost/shop/files/x'],
  ])('a sample of %s %s is %s', (domain, path, url) => {
    expect(sampleUrl(first(domain, path))).toBe(url)
  })
})
