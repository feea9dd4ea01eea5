import { expect, it } from 'vitest'
import { firstBackend } from './first-backend.ts'

it.each([
  ['https://billing.internal', { targets: [{ hostname: 'billing.internal', port: 443, tls: true }] }],
  ['http://10.0.0.7:8080/v1/', { root: '/v1', targets: [{ hostname: '10.0.0.7', port: 8080 }] }],
  [' localhost:3000 ', { targets: [{ hostname: 'localhost', port: 3000 }] }],
])('%s becomes a backend and a route for all requests', (text, backend) => {
  expect(firstBackend(text)).toEqual({
    members: {
      backends: [{ id: 'main', backend }],
      routes: [{ id: 'all', name: 'All requests', backend: 'main', frontend: { paths: ['/'] } }],
    },
  })
})

it('may be left out', () => {
  expect(firstBackend(' ')).toEqual({ members: {} })
})

it.each(['ftp://files', 'http://', 'two words', 'https://user:secret@billing', 'https://billing?x=1'])(
  '%s is rejected',
  (text) => {
    expect(firstBackend(text)).toEqual({ problem: expect.any(String) })
  },
)
