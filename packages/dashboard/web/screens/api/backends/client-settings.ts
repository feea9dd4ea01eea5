import { freshId } from '../item-list.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** Settings of requests, which backends of an API refer to by their id. */
export type ClientEntry = NonNullable<GatewayApi['clients_backend_config']>[number]

/** The settings of backends that name none. */
export const DEFAULT_CLIENT = 'default_backend_client'

type Parts = Pick<GatewayApi, 'backends' | 'clients_backend_config'>

/** The ids of the backends that use settings. */
export const usersOf = ({ backends = [] }: Parts, client: string): readonly string[] =>
  backends.filter((one) => (one.client ?? DEFAULT_CLIENT) === client).map(({ id }) => id)

/** An API whose settings of an id have other members; `undefined` removes one. */
export function withClient(api: Parts, id: string, members: Readonly<Record<string, unknown>>): Partial<Parts> {
  const entries = api.clients_backend_config ?? []
  const known = entries.find((one) => one.id === id) ?? { id }
  const client = Object.fromEntries(
    Object.entries({ ...known.client, ...members }).filter(([, value]) => value !== undefined),
  )
  const next = { ...known, client }
  return {
    clients_backend_config: entries.includes(known as ClientEntry)
      ? entries.map((one) => (one === known ? next : one))
      : [...entries, next],
  }
}

/** An API in which a backend has settings of its own: a copy of those that it used. */
export function withOwnClient(api: Parts, at: number): Partial<Parts> {
  const { backends = [], clients_backend_config: entries = [] } = api
  const backend = backends[at]
  if (!backend) return {}
  const used = entries.find(({ id }) => id === (backend.client ?? DEFAULT_CLIENT))
  const id = freshId(entries, backend.id)
  return {
    clients_backend_config: [...entries, { ...used, id, name: id }],
    backends: backends.map((one, i) => (i === at ? { ...one, client: id } : one)),
  }
}

/** The settings that no backend uses, apart from those that are always there. */
export const unusedClients = (api: Parts): readonly ClientEntry[] =>
  (api.clients_backend_config ?? []).filter(({ id }) => id !== DEFAULT_CLIENT && usersOf(api, id).length === 0)
