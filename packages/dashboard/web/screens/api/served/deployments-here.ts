import { api } from '../../../calls/api.ts'
import { asking } from './asking.ts'
import type { GatewayApi } from './gateway-api.ts'

/** A publication of an API, without its definition. */
export type Deployment = Awaited<ReturnType<typeof api.apis.deployments.list>>['results'][number]

/** The deployments of an API, the newest first. */
export const deploymentsHere = asking<readonly Deployment[]>({
  ask: async (id) => (await api.apis.deployments.list({ id })).results,
  hears: ({ domain, key, type }, id) => domain === 'Api' && key === id && type === 'API_DEPLOYED',
})

const definitions = asking<GatewayApi | undefined>({
  async ask(key) {
    const [id, deploymentId] = key.split('/') as [string, string]
    return (await api.apis.deployments.get({ id, deploymentId })).apiDefinition
  },
})

/** What a deployment serves; `undefined` if its definition is not kept. */
export const definitionHere = (id: string, deploymentId: string) => definitions(`${id}/${deploymentId}`)

/** The newest deployment of an API: what it serves. `undefined` while it is read, or if there is none. */
export function newestHere(id: string): Deployment | undefined {
  const here = deploymentsHere(id).value
  return here.state === 'ready' ? here.value[0] : undefined
}
