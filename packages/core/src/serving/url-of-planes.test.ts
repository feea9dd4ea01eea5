import { expect, it } from 'vitest'
import { urlOfPlanes } from './url-of-planes.ts'

it.each([
  [[{ url: 'http://127.0.0.1:9080' }], [{ url: 'https://gw.example' }], 'http://127.0.0.1:9080'],
  [[{}], [{ url: 'http://localhost:9080' }, { url: 'https://gw.example' }], 'https://gw.example'],
  [[], [{}, { url: 'http://[::1]:9080' }], 'http://[::1]:9080'],
  [[], [{}], undefined],
])('with data planes here %j and elsewhere %j, clients reach the gateway at %s', (here, heard, url) => {
  expect(urlOfPlanes(here, heard)).toBe(url)
})
