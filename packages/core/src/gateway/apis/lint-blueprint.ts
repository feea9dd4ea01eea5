import type { ApiDefinition } from './api.ts'

type Found = readonly (readonly [pointer: string, message: string])[]

/** Reports what clients of the kind of an API cannot do with it: queries of GraphQL without POST, and gRPC over HTTP/1.1. */
export function unfitForBlueprint({ api }: { readonly api: ApiDefinition }): Found {
  if (api.blueprint === 'GraphQL') return withoutPost(api)
  return api.blueprint === 'gRPC' ? withoutHttp2(api) : []
}

function withoutPost({ routes = [] }: ApiDefinition): Found {
  const takesPost = routes.some(({ enabled = true, frontend: { methods = [] } = {} }) => {
    return enabled && (methods.length === 0 || methods.some((one) => one.toUpperCase() === 'POST'))
  })
  if (takesPost || routes.length === 0) return []
  return [
    [
      '/blueprint',
      'The API is a GraphQL API, but none of its routes takes POST, by which clients send queries: add the method to a route',
    ],
  ]
}

const withoutHttp2 = ({ backends = [] }: ApiDefinition): Found =>
  backends.flatMap(({ id, backend }, i) =>
    (backend?.targets ?? []).flatMap(({ tls = false, protocol }, j) =>
      tls || protocol === 'h2c'
        ? []
        : [
            [
              `/backends/${i}/backend/targets/${j}`,
              `A target of backend ${id} has neither TLS nor h2c, so gRPC, which needs HTTP/2, cannot reach it: set protocol to h2c, or tls to true`,
            ] as const,
          ],
    ),
  )
