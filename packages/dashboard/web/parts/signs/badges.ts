import { signal } from '@preact/signals'
import type { AspectName } from './Aspect.tsx'

/** A number beside an entry of the navigation. */
export interface Badge {
  readonly count: number
  readonly aspect: AspectName
  /** What is counted, for screen readers: `need attention`. */
  readonly label: string
}

/** The numbers in the navigation, by the path of the screen. */
export const badges = signal<ReadonlyMap<string, Badge>>(new Map())

/** Shows a number beside the entry of a screen; `undefined` removes it. */
export function setBadge(path: string, badge: Badge | undefined): void {
  const next = new Map(badges.peek())
  if (badge && badge.count > 0) next.set(path, badge)
  else next.delete(path)
  badges.value = next
}
