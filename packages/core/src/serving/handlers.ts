import type { Caller } from '../callers/caller.ts'
import { may } from '../callers/caller.ts'
import { failure, problem } from '../errors.ts'
import { apis } from '../gateway/apis/api.ts'
import { backends } from '../gateway/backends/backend.ts'
import type { Follower } from '../log/follower.ts'
import type { Handlers } from '../operation.ts'
import type { PluginCatalog } from '../plugins/create-catalog.ts'
import type { Store } from '../ports.ts'
import type { Instance } from '../records/hooks.ts'
import type { servingContract } from './contract.ts'
import { openSource } from './open-source.ts'
import type { Planes } from './planes.ts'
import type { Readable } from './visible.ts'
import { isVisible, visible } from './visible.ts'

/** The dependencies of what serves APIs. */
export interface ServingParts {
  readonly instance: Instance
  readonly catalog: PluginCatalog
  readonly follower: Follower
  /** The data planes of this process. */
  readonly planes: Planes
}

/** Creates the handlers that tell what the data planes of this process do, and what data planes read. */
export const openServing = ({ instance, catalog, follower, planes }: ServingParts) => ({
  handlers: { gateway: servingHandlers(instance.store, planes) },
  source: openSource({ ...instance, catalog }, follower),
})

const servingHandlers = (store: Store, planes: Planes): Handlers<typeof servingContract> => ({
  async list() {
    const results = [...planes].map((plane) => plane.status())
    const revision = await store.head()
    return {
      revision,
      results: results.map((status) => ({
        ...status,
        ...(status.state !== 'cold' && { lag: Math.max(0, revision - status.revision) }),
      })),
    }
  },
  async backends(_, { caller }) {
    const readable = readableBy(caller)
    return {
      results: [...planes].flatMap((plane) => {
        const { id } = plane.status()
        return (plane.backends?.() ?? [])
          .filter((status) => isVisible(status, readable))
          .map((status) => ({ plane: id, ...status }))
      }),
    }
  },
  async explain({ body }, { caller }) {
    const [plane] = planes
    if (!plane) throw noPlane()
    return visible(plane.explain(body), readableBy(caller))
  },
})

const readableBy = (caller: Caller): Readable => ({
  api: (id) => may(caller, 'R', apis.domain, id),
  backend: (id) => may(caller, 'R', backends.domain, id),
})

const noPlane = () =>
  failure(
    'CONFLICT',
    'No data plane runs in this process: set SIGNALBOX_GATEWAY_PORT of the server, or pass box.gatewaySource to createGateway of @signalbox/gateway',
    problem('error.gateway.none'),
  )
