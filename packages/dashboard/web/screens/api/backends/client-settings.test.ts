import { expect, it } from 'vitest'
import { DEFAULT_CLIENT, unusedClients, usersOf, withClient, withOwnClient } from './client-settings.ts'

const api = {
  backends: [{ id: 'main' }, { id: 'slow', client: 'patient' }],
  clients_backend_config: [
    { id: DEFAULT_CLIENT, client: { retries: 1, house: 'kept' } },
    { id: 'patient', client: { callTimeout: 60_000 } },
    { id: 'old' },
  ],
}

it('backends without settings use the default ones', () => {
  expect([usersOf(api, DEFAULT_CLIENT), usersOf(api, 'patient'), usersOf(api, 'old')]).toEqual([['main'], ['slow'], []])
  expect(unusedClients(api)).toEqual([{ id: 'old' }])
})

it('a setting changes where it is, and unknown settings stay', () => {
  expect(withClient(api, DEFAULT_CLIENT, { retries: undefined, callTimeout: 5 }).clients_backend_config).toEqual([
    { id: DEFAULT_CLIENT, client: { house: 'kept', callTimeout: 5 } },
    ...api.clients_backend_config.slice(1),
  ])
  expect(withClient({}, DEFAULT_CLIENT, { retries: 2 })).toEqual({
    clients_backend_config: [{ id: DEFAULT_CLIENT, client: { retries: 2 } }],
  })
})

it('a backend gets settings of its own as a copy of those that it used', () => {
  const next = withOwnClient(api, 0)
  expect(next.backends?.[0]).toEqual({ id: 'main', client: 'main' })
  expect(next.clients_backend_config?.at(-1)).toEqual({
    ...{ id: 'main', name: 'main' },
    client: { retries: 1, house: 'kept' },
  })
})
