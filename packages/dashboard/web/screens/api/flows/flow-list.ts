import { withItem } from '../../condition/conditions.ts'
import { withMembers } from '../../record/members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { type Flow, type Route, type Slot, slotsOf, withSlots } from './slot.ts'

/** The flow of routes that name none. */
export const DEFAULT_FLOW = 'default_plugin_chain'

/** The place of the flow that a route takes; `undefined` if the API does not have it. */
export function flowPlace({ flows = [] }: GatewayApi, ref: string | undefined): number | undefined {
  const wanted = ref ?? DEFAULT_FLOW
  const byId = flows.findIndex(({ id }) => id === wanted)
  const place = byId < 0 && ref === undefined ? flows.findIndex(({ name }) => name === wanted) : byId
  return place < 0 ? undefined : place
}

/** The routes that take a flow. */
export const routesOf = (api: GatewayApi, flow: number): readonly Route[] =>
  (api.routes ?? []).filter(({ flow_ref }) => flowPlace(api, flow_ref) === flow)

/** An API with another flow at a place; `undefined` removes it. */
export const withFlow = (api: GatewayApi, at: number, flow: Flow | undefined): GatewayApi => ({
  ...api,
  flows: withItem(api.flows ?? [], at, flow),
})

/** An API with one more flow. */
export const withNewFlow = (api: GatewayApi, flow: Flow): GatewayApi => ({
  ...api,
  flows: [...(api.flows ?? []), flow],
})

/** An id for a flow that no flow has yet: `wanted`, `wanted-2`, … */
export function freeId({ flows = [] }: GatewayApi, wanted: string): string {
  const isTaken = (id: string) => flows.some((one) => one.id === id)
  for (let number = 2, id = wanted; ; number++) {
    if (!isTaken(id)) return id
    id = `${wanted}-${number}`
  }
}

/** What is wrong with the id of a new flow, as a sentence; `undefined` if nothing is. */
export function idProblem({ flows = [] }: GatewayApi, id: string): string | undefined {
  if (!/^(?!\.{1,2}$)[A-Za-z0-9_@.-]+$/.test(id)) return 'Use letters, digits and _ @ . -'
  return flows.some((one) => one.id === id) ? 'Another flow has this id.' : undefined
}

/** An API with a changed flow for one route alone: a copy of the flow that it takes now. */
export function withOwnFlow(api: GatewayApi, routeId: string, change: (slots: readonly Slot[]) => readonly Slot[]) {
  const route = (api.routes ?? []).find(({ id }) => id === routeId)
  const place = flowPlace(api, route?.flow_ref)
  const id = freeId(api, routeId)
  const slots = place === undefined ? [] : slotsOf(api.flows![place]!)
  const next = withNewFlow(api, withSlots({ id, name: route?.name ?? routeId }, change(slots)))
  return {
    ...next,
    routes: (api.routes ?? []).map((one) => (one.id === routeId ? withMembers(one, { flow_ref: id }) : one)),
  }
}
