import type { ConsumerFacts } from '../audiences/consumer.ts'
import type { Audiences } from '../audiences/create-audiences.ts'
import { visibleTo } from '../audiences/visible-to.ts'
import { findDeveloper } from '../developers/consumer.ts'
import type { ApiDefinition } from '../gateway/apis/api.ts'
import { audiencesOf } from '../gateway/apis/audiences-of.ts'
import { DEVELOPER } from '../machine/callers/sealing-of.ts'
import { notFound } from '../machine/errors/errors.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { portalContract } from './contract.ts'
import { createServedApis } from './served-apis.ts'
import { tagsOf, toPublishedApi } from './to-published-api.ts'

/** What the operations of the portal need. */
export interface PortalParts {
  readonly instance: Pick<Instance, 'store'>
  readonly audiences: Audiences
  /** Where clients reach the gateway; `undefined` if nobody knows. */
  readonly findGatewayUrl: () => Promise<string | undefined>
}

/** Handlers of what consumers read about APIs. What they may not see does not exist for them. */
export function portalHandlers({ instance: { store }, audiences, findGatewayUrl }: PortalParts) {
  const served = createServedApis(store)

  /** The calling consumer, if active. Anybody else is nobody in particular, whatever their grants. */
  async function consumerOf({ caller }: CallContext): Promise<ConsumerFacts | undefined> {
    if (caller.authInfo?.kind !== DEVELOPER) return undefined
    const { id } = caller.authInfo
    const found = (await findDeveloper(store, id))?.record
    return found === undefined ? { id } : found.status === 'active' ? found : undefined
  }

  /** The parts of all APIs that the caller may see, by id. */
  async function visible(call: CallContext): Promise<ReadonlyMap<string, ApiDefinition>> {
    const [all, consumer] = await Promise.all([served.all(), consumerOf(call)])
    const conditions = [...all.values()].flatMap((api) => audiencesOf(api).map(({ condition }) => condition))
    const isIn = (await audiences.judgeOf(conditions))(consumer)
    return new Map(
      [...all].flatMap(([id, api]) => {
        const part = visibleTo(api, isIn)
        return part ? [[id, part] as const] : []
      }),
    )
  }

  const shownFrom = async (apis: ReadonlyMap<string, ApiDefinition>) => {
    const gatewayUrl = await findGatewayUrl()
    const sees = (id: string) => isReadable(apis.get(id))
    return (api: ApiDefinition) => toPublishedApi(api, { gatewayUrl, sees })
  }

  const handlers: Handlers<typeof portalContract> = {
    async apis({ group, tag }, call) {
      const apis = await visible(call)
      const found = [...apis.values()].filter(
        (api) =>
          isReadable(api) &&
          (group === undefined || api.groups?.includes(group)) &&
          (tag === undefined || tagsOf(api).includes(tag)),
      )
      const show = await shownFrom(apis)
      return { results: found.sort(byName).map(show) }
    },
    async api({ id }, call) {
      const apis = await visible(call)
      const api = apis.get(id)
      if (!api) throw notFound('published API', id) // of a kind of its own: records of APIs are suggested, also hidden ones
      return (await shownFrom(apis))(api)
    },
  }
  return { handlers: { portal: handlers } }
}

/** Whether an API is more than gone. */
const isReadable = (api: ApiDefinition | undefined): boolean => api !== undefined && api.state !== 'removed'

const byName = (a: ApiDefinition, b: ApiDefinition): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
