import { counted, listed } from '../../../words/words.ts'
import { withMembers } from '../../record/members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** A backend that belongs to an API. */
export type OwnBackend = NonNullable<GatewayApi['backends']>[number]

/** Why a backend cannot be removed: the routes that use it. `undefined`: none does. */
export function keptBy({ routes = [] }: Pick<GatewayApi, 'routes'>, id: string): string | undefined {
  const users = routes.filter(({ backend }) => backend === id).map((route) => route.id)
  if (users.length === 0) return undefined
  return `${users.length > 3 ? counted(users.length, 'route') : listed(users)} ${users.length === 1 ? 'uses' : 'use'} it.`
}

/** An API with other backends. The routes follow a backend whose id changes, unless another has one of the two ids. */
export function withBackends<A extends Pick<GatewayApi, 'backends' | 'routes'>>(
  api: A,
  next: readonly OwnBackend[],
): A {
  const { backends = [], routes } = api
  const at = backends.length === next.length ? next.findIndex(({ id }, i) => id !== backends[i]!.id) : -1
  const [was, now] = [backends[at]?.id, next[at]?.id]
  const isShared = backends.some(({ id }, i) => i !== at && (id === was || id === now))
  if (was === undefined || isShared || !routes) return withMembers(api, { backends: next })
  return withMembers(api, {
    backends: next,
    routes: routes.map((one) => (one.backend === was ? { ...one, backend: now } : one)),
  })
}
