import type { Caller } from '../../callers/caller.ts'
import { may } from '../../callers/caller.ts'
import { failure, problem } from '../../errors.ts'
import type { Handlers } from '../../operation.ts'
import type { Store } from '../../ports.ts'
import { apis } from '../apis/api.ts'
import { backends } from '../backends/backend.ts'
import type { servingContract } from './contract.ts'
import type { Planes } from './planes.ts'
import type { Readable } from './visible.ts'
import { isVisible, visible } from './visible.ts'

/** Creates the handlers that tell what the data planes of this process do. */
export const servingHandlers = (store: Store, planes: Planes): Handlers<typeof servingContract> => ({
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
