import { PLUGIN_PREFIX } from '@signalbox/core/gateway'
import type { api } from '../../../calls/api.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** A named chain of plugins. */
export type Flow = NonNullable<GatewayApi['flows']>[number]

/** A plugin in a flow. */
export type Slot = NonNullable<NonNullable<Flow['plugins']>['slots']>[number]

/** A route of an API. */
export type Route = NonNullable<GatewayApi['routes']>[number]

/** A plugin as the catalog describes it. */
export type Plugin = Awaited<ReturnType<typeof api.apis.plugins>>['results'][number]

/** The id of a plugin of Signalbox. */
export const pluginId = (name: string): string => `${PLUGIN_PREFIX}${name}`

/** The plugins of a flow, in order. */
export const slotsOf = ({ plugins }: Flow): readonly Slot[] => plugins?.slots ?? []

/** A flow with other plugins. */
export const withSlots = (flow: Flow, slots: readonly Slot[]): Flow => ({
  ...flow,
  plugins: { ...flow.plugins, slots: [...slots] },
})
