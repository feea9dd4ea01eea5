import { freshId } from '../item-list.ts'
import type { Route } from './journey.ts'

/** A route to begin with: it uses the backend and the flow of the last one, since most routes of an API share them. */
export function newRoute(routes: readonly Route[], backends: readonly { readonly id: string }[] = []): Route {
  const last = routes.at(-1)
  const backend = last?.backend ?? backends[0]?.id
  return {
    id: freshId(routes, 'new-route'),
    frontend: { paths: ['/'], methods: ['GET'] },
    ...(backend !== undefined && { backend }),
    ...(last?.flow_ref !== undefined && { flow_ref: last.flow_ref }),
  }
}

/** The texts by which a route is found. */
export function textsOfRoute({ id, name = '', backend = '', flow_ref = '', frontend = {} }: Route): readonly string[] {
  const { methods = [], paths = [], domains = [] } = frontend
  return [id, name, backend, flow_ref, ...methods, ...paths, ...domains]
}
