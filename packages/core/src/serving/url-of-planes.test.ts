import { expect, it } from 'vitest'
import { urlOfPlanes } from './url-of-planes.ts'

it.each([
  [[{ url: 'http://127.0.0.1:9080' }], [{ url: 'https://gw.example' }], 'http://127.0.0.1:9080'],
  [[{}], [{ url: 'http://localhost:9080' }, { url: 'https://evil.example' }], undefined],
  [[], [{ url: 'http://127.0.0.1:9080' }, {}, { url: 'http://127.0.0.1:9080/' }], 'http://127.0.0.1:9080'],
  [[], [{}, { url: 'http://[::1]:9080' }], 'http://[::1]:9080'],
  [[], [{}], undefined],
  [[], [{ url: 'https://gw.example' }, { url: 'https://gw.example/' }], 'https://gw.example'],
  [[], [{ url: 'https://evil.example' }, { url: 'https://gw.example' }], undefined],
  [[], [{ url: 'https://gw.example' }, { url: 'https://gw.example:8443' }], undefined],
  [[], [{ url: 'http://127.0.0.1:9080' }, { url: 'http://127.0.0.1:9081' }], undefined],
  [[], [{ url: 'javascript:alert(1)' }, { url: 'https://gw.example' }], 'https://gw.example'],
  [[{ url: 'https://own.example' }], [{ url: 'https://evil.example' }], 'https://own.example'],
])('with data planes here %j and elsewhere %j, clients reach the gateway at %s', (here, heard, url) => {
  expect(urlOfPlanes(here, heard)).toBe(url)
})
