import type { SlotContext } from '../plugin-api/plugin.ts'

const key = Symbol('shared by plan')

/**
 * What all routes of a plan share, such as tokens that were verified. Made anew when the configuration of the plan changes, or
 * `given`, which is what it depends on otherwise; kept only as long as a route uses it.
 */
export function sharedByPlan<T extends object>({ slot, route, shared }: SlotContext, make: () => T, given = ''): T {
  const all = shared(key, () => new Map<string, WeakRef<T>>())
  const place = JSON.stringify([slot.plugin, route.api_ref, route.draft, slot.config, given])
  const known = all.get(place)?.deref()
  if (known) return known
  for (const [other, value] of all) if (!value.deref()) all.delete(other)
  const made = make()
  all.set(place, new WeakRef(made))
  return made
}
