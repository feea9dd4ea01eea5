import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

const cases: Readonly<Record<string, { fits: readonly string[]; fails: readonly string[] }>> = {
  hostname: {
    fits: ['a', 'main.local', 'xn--bcher-kva.example', '_srv.a', 'a.b.', '10.0.0.1', '::1', '[2001:db8::1]', 'h2'],
    fails: [
      '',
      'a b',
      'https://x.tld/path',
      'x.tld/path',
      'x.tld:80',
      '-a',
      'a..b',
      '999.1.1.1',
      '1.2.3',
      'a\r\nb',
      ':::',
    ],
  },
  'hostname[:port]': {
    fits: ['a.tld', 'a.tld:8080', '[::1]:80', '10.0.0.1:1'],
    fails: ['a b\r\nX: y', 'a.tld:0', 'a.tld:99999', 'http://a.tld', ':80'],
  },
  domain: {
    fits: ['', 'a.tld', '*.a.tld', 'a.tld:8443', 'https://a.tld'],
    fails: ['a.*.tld', '*', 'a.tld/v1', 'a b', '*.'],
  },
  'IP address or range': {
    fits: ['10.0.0.1', '10.0.0.0/8', '10.*', '10.0.*', '2001:db8::/32', '::1', '::ffff:10.0.0.1'],
    fails: [
      '999.999.999.999/999',
      '::::',
      '10.0.*/8',
      '...',
      'dead',
      '10.0.0.0/33',
      '2001:db8::/129',
      '',
      '*',
      '10.0.0',
    ],
  },
  'header name': { fits: ['X-A', 'x_a', 'A!'], fails: ['', 'Bad Name', 'A:', 'A\r\nB', 'é'] },
  'header value': { fits: ['', 'a b', 'a\tb', 'é'], fails: ['x\r\ny', 'x\ny', '\u0000', '€'] },
  'http(s) URL': {
    fits: ['https://a.tld', 'http://a.tld:1/x?y#z'],
    fails: ['not a url', 'ftp://a', 'javascript:alert(1)', 'https://', '/x', 'https://a b'],
  },
  'http(s) URL or path': {
    fits: ['/x', '/x/:id?y', 'https://a.tld${path}', 'https://a.tld/x'],
    fails: [
      ...['javascript:alert(1)', '//evil.tld', '/\\evil.tld', 'x', '/a\r\nb', 'data:text/html,x'],
      ...['https://${path}', 'https://${path}/x', 'https:///${path}'],
    ],
  },
  base64: { fits: ['', 'YQ==', 'YWJj'], fails: ['***', 'YQ', 'YQ=', '=', 'Y Q='] },
}

describe.each(Object.entries(cases))('the form %s', (name, { fits, fails }) => {
  it.each(fits)('accepts %j', (text) => {
    expect(formats[name]?.(text)).toBe(true)
  })
  it.each(fails)('rejects %j', (text) => {
    expect(formats[name]?.(text)).toBe(false)
  })
})
