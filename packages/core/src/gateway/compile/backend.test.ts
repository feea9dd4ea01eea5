import { describe, expect, it } from 'vitest'
import type { GatewayApi } from '../api.ts'
import type { StoredBackend } from '../backend.ts'
import { compileOne } from './compile.fixture.ts'

type Given = Partial<GatewayApi> & { stored?: StoredBackend }
type Expected = { backend: unknown; warnings?: [pointer: string, message: string][] }

const target = { hostname: 'stored.local' }

describe('a backend', () => {
  const stored = { id: 'main', backend: { targets: [target] } }
  const local = {
    id: 'main',
    backend: { targets: [{ hostname: 'local.local' }], root: '/r', rewrite: true, tls: { a: 1 } },
  }
  const clients = [
    { id: 'default_backend_client', client: { retries: 1 } },
    { id: 'patient', client: { callTimeout: 60_000, pool: { size: 3 } } },
    { id: 'bare' },
  ]

  it.each<[rule: string, given: Given, expected: Expected]>([
    [
      'of the API wins over a stored one, and keeps what it was sent with',
      { backends: [local], stored },
      { backend: { ...local.backend, client: {} } },
    ],
    ['may be a stored one', { backends: [], stored }, { backend: { targets: [target], client: {} } }],
    [
      'has the settings of its client',
      { backends: [{ ...local, client: 'patient' }], clients_backend_config: clients },
      { backend: { ...local.backend, client: { callTimeout: 60_000, pool: { size: 3 } } } },
    ],
    [
      'has those of the default client when it names none',
      { backends: [local], clients_backend_config: clients },
      { backend: { ...local.backend, client: { retries: 1 } } },
    ],
    [
      'that is stored finds its client in the API',
      {
        backends: [],
        clients_backend_config: clients,
        stored: { ...stored, client: 'patient' },
      },
      { backend: { targets: [target], client: { callTimeout: 60_000, pool: { size: 3 } } } },
    ],
    [
      'has no settings when its client has none',
      { backends: [{ ...local, client: 'bare' }], clients_backend_config: clients },
      { backend: { ...local.backend, client: {} } },
    ],
    [
      'whose client is unknown has none of its settings, with a warning',
      { backends: [{ ...local, client: 'gone' }], clients_backend_config: clients },
      {
        backend: { ...local.backend, client: {} },
        warnings: [['/backends/0/client', 'There is no client gone in clients_backend_config: defaults apply']],
      },
    ],
    [
      'that is unknown leaves the route without a target, with a warning',
      { backends: [] },
      {
        backend: { targets: [], client: {} },
        warnings: [
          ['/routes/0/backend', 'There is no backend main, neither of the API nor stored: no request is answered'],
        ],
      },
    ],
    [
      'that is not named leaves the route without a target, with a warning',
      { routes: [{ id: 'a' }] },
      {
        backend: { targets: [], client: {} },
        warnings: [
          ['/routes/0/backend', 'The route names no backend: unless a plugin answers, no request is answered'],
        ],
      },
    ],
    [
      'without targets is a warning',
      { backends: [{ id: 'main' }] },
      {
        backend: { targets: [], client: {} },
        warnings: [['/backends/0/backend/targets', 'The backend has no target: no request is answered']],
      },
    ],
    [
      'that is stored and has no targets is a warning of the route',
      { backends: [], stored: { id: 'main' } },
      {
        backend: { targets: [], client: {} },
        warnings: [
          ['/routes/0/backend', 'Of the stored backend main: The backend has no target: no request is answered'],
        ],
      },
    ],
    [
      'with a client inside has that replaced, with a warning',
      { backends: [{ id: 'main', backend: { targets: [target], client: 'x' } }] },
      {
        backend: { targets: [target], client: {} },
        warnings: [
          [
            '/backends/0/backend/client',
            'This is replaced by the settings of the client: put them into clients_backend_config',
          ],
        ],
      },
    ],
    [
      'is the first of its id, with a warning',
      { backends: [local, { id: 'main', backend: { targets: [target] } }] },
      {
        backend: { ...local.backend, client: {} },
        warnings: [['/backends/1/id', 'The id main is taken by an entry before this one, which hides it']],
      },
    ],
  ])('%s', (_, { stored: one, ...api }, { backend, warnings = [] }) => {
    const found = compileOne(api, one && { backends: new Map([['main', one]]) })
    expect(found.route.backend).toEqual(backend)
    expect(found.warnings).toEqual(warnings.map(([pointer, message]) => ({ pointer, message })))
  })
})
