import type { Slot } from './slot.ts'
import type { Stop } from './stages.ts'

/**
 * A flow in which a plugin takes the place of another one of its stage; the others move up or down by one. Returns the
 * same list if nothing moves. `stops` are the plugins of the stage.
 */
export function moveSlot(
  slots: readonly Slot[],
  stops: readonly Stop[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Slot[] {
  const moving = stops[from]
  if (from === to || !moving || !stops[to]) return slots
  const order = stops.filter((stop) => stop !== moving)
  order.splice(to, 0, moving)
  const next = [...slots]
  // Only the order within the stage matters: its plugins keep the places that the stage has in the flow.
  for (const [i, { at }] of stops.entries()) next[at] = order[i]!.slot
  return next
}
