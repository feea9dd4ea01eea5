import { describe, expect, it } from 'vitest'
import { kindOf } from './kind.ts'

const prefersJson = (accept: string | null | undefined) => kindOf(accept) !== 'html'

describe('JSON is preferred to HTML', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/problem+json',
    'text/html;q=0.5, application/json;q=0.6',
    'text/html;q=0.9, application/vnd.api+json',
    'text/*;q=0.5, application/*;q=0.6',
    'text/html;q=0, */*;q=0.1',
    'application/json ; charset=utf-8 ; q=0.3',
    'application/json, text/plain',
    'application/*',
    'application/json,*/*',
    '*/*, application/json',
    'application/xml, application/json',
    'application/problem+json, */*',
    'application/vnd.api+json, */*;q=1.0',
    'application/json, text/*',
    'application/*, */*',
    'application/ld+json; profile="a,b;q=0", */*',
  ])('by %s', (accept) => {
    expect(prefersJson(accept)).toBe(true)
  })
})

describe('JSON is sent by default to', () => {
  it.each([
    ['axios', 'application/json, text/plain, */*'],
    ['HttpClient of Angular', 'application/json, text/plain, */*'],
    ['RestTemplate of Spring', 'text/plain, application/json, application/*+json, */*'],
    ['RestTemplate of Spring for objects', 'application/json, application/*+json'],
    [
      'RestTemplate of Spring with XML',
      'application/xml, text/xml, application/json, application/*+xml, application/*+json',
    ],
    ['jQuery', 'application/json, text/javascript, */*; q=0.01'],
    ['OpenAPI generators', 'application/json, application/xml, text/plain, */*'],
  ])('%s', (_, accept) => {
    expect(kindOf(accept)).toBe('json')
  })
})

describe('HTML is sent by default to', () => {
  it.each([
    ['Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    [
      'Chrome',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    ],
    ['Safari', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['curl', '*/*'],
  ])('%s', (_, accept) => {
    expect(kindOf(accept)).toBe('html')
  })
})

describe('HTML is preferred to JSON', () => {
  it.each([
    undefined,
    null,
    '',
    '*/*',
    'text/html',
    'text/html, application/json',
    'application/json, text/html',
    'text/*, application/*',
    'application/json;q=0.9, */*',
    'text/plain',
    'text/plain, */*',
    'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0, */*',
    'application/json;q=0.4, text/*;q=0.5',
    'image/png',
    'json',
    'application/json;q=2',
    'application/json;q=high',
    ',,;q=1,/',
    'application/json;q=0',
  ])('by %s', (accept) => {
    expect(prefersJson(accept)).toBe(false)
  })
})

describe('a header of many types', () => {
  it('is parsed in linear time', () => {
    const of = (count: number) => `${Array.from({ length: count }, (_, i) => `a${i}/b+json;q=0.1`).join()},text/html`
    const timed = (accept: string) => {
      const start = performance.now()
      expect(prefersJson(accept)).toBe(false)
      return performance.now() - start
    }
    timed(of(1000))
    const least = (accept: string) => Math.min(...Array.from({ length: 5 }, () => timed(accept)))
    expect(least(of(50_000))).toBeLessThan(Math.max(least(of(5000)), 1) * 60)
  })
})

describe('JSON of RFC 9457 is sent', () => {
  it.each<[accept: string, kind: string]>([
    ['application/problem+json', 'problem'],
    ['APPLICATION/PROBLEM+JSON;q=0.2', 'problem'],
    ['application/json, application/problem+json', 'problem'],
    ['application/json;q=0.9, application/problem+json', 'problem'],
    ['text/html;q=0.4, application/problem+json;q=0.5', 'problem'],
    ['application/json, application/problem+json;q=0.9', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['application/problem+json;q=0, application/json', 'json'],
    ['application/problem+json, text/html', 'html'],
    ['application/problem+json;q=0', 'html'],
  ])('for %s: %s', (accept, kind) => {
    expect(kindOf(accept)).toBe(kind)
    expect(kindOf(accept)).toBe(kind)
  })
})
