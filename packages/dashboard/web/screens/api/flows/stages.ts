import { type Plugin, pluginId, type Slot } from './slot.ts'

/** The stages of a request in order: their steps in the catalog, their names, and what the gateway does in them. */
export const stages = [
  { step: 'PreRoute', label: 'First', about: 'Answers without asking who calls.' },
  {
    step: 'ValidateAccess',
    label: 'Access',
    about: 'Checks methods, addresses and gates first, then who calls, then limits; in each of these, in this order.',
  },
  { step: 'TransformRequest', label: 'Request', about: 'Chooses the backend and changes what it gets.' },
  { step: 'CallBackend', label: 'Backend', about: 'Responds instead of the backend.' },
  { step: 'TransformResponse', label: 'Response', about: 'Changes what the client gets.' },
] as const satisfies readonly { step: Plugin['steps'][number]; label: string; about: string }[]

/** A stage of a request. */
export type Stage = (typeof stages)[number]

/** A plugin of a flow, with its place in the flow. */
export interface Stop {
  readonly at: number
  readonly slot: Slot
  /** Absent: the catalog does not have it. */
  readonly plugin: Plugin | undefined
}

/** What happens in a stage: its plugins in order, and the plugins of earlier stages that act again. */
export interface StagePlan {
  readonly stage: Stage
  readonly stops: readonly Stop[]
  readonly again: readonly Stop[]
}

/** A flow by stage, as the gateway runs it, and the plugins that the catalog does not have. */
export interface Placed {
  readonly stages: readonly StagePlan[]
  readonly unknown: readonly Stop[]
}

/** Places the plugins of a flow: by stage, and in the order of the flow within a stage. */
export function placed(slots: readonly Slot[], catalog: ReadonlyMap<string, Plugin>): Placed {
  const all = slots.map((slot, at): Stop => ({ at, slot, plugin: catalog.get(slot.plugin) }))
  return {
    stages: stages.map((stage) => ({
      stage,
      stops: all.filter((stop) => stepsOf(stop)[0] === stage.step),
      again: all.filter((stop) => stepsOf(stop).indexOf(stage.step) > 0),
    })),
    unknown: all.filter(({ plugin }) => !plugin),
  }
}

/** The stages in which a plugin acts. A script runs in one of its stages only, which its configuration names. */
function stepsOf({ slot, plugin }: Stop): readonly Stage['step'][] {
  if (slot.plugin !== pluginId('Script')) return plugin?.steps ?? []
  return plugin ? [slot.config?.stage === 'request' ? 'TransformRequest' : 'ValidateAccess'] : []
}
