import type { Plugin } from '../api/flows/slot.ts'
import { placed } from '../api/flows/stages.ts'
import type { CompiledSlot } from '../routes/compiled.ts'

/** The plugins of a stage, in their order. */
interface StageSlots {
  /** Absent: the stage is not known. */
  readonly label?: string
  readonly slots: readonly CompiledSlot[]
}

/** The plugins of a route by the first stage in which they act. Those that the catalog does not have come last. */
export function byStage(slots: readonly CompiledSlot[], catalog: ReadonlyMap<string, Plugin>): readonly StageSlots[] {
  const { stages, unknown } = placed(slots, catalog)
  const known = stages.map(({ stage, stops }) => ({ label: stage.label, slots: stops.map(({ at }) => slots[at]!) }))
  const all: readonly StageSlots[] = [...known, { slots: unknown.map(({ at }) => slots[at]!) }]
  return all.filter((stage) => stage.slots.length > 0)
}
