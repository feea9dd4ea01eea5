import { signal } from '@preact/signals'

interface Pull {
  readonly enabled: boolean
}

/** The levers that were pulled and whose change has not arrived yet, by kind and id. */
const pulls = signal<ReadonlyMap<string, Pull>>(new Map())

/** Where the lever of a record is shown: where it was pulled to, or else as it is saved. Reads a signal. */
export const positionOf = (kind: string, id: string, saved: boolean): boolean =>
  pulls.value.get(placeOf(kind, id))?.enabled ?? saved

/** Shows a lever at its new position at once. Returns a function that shows it as it is saved again. */
export function showPulled(kind: string, id: string, enabled: boolean): () => void {
  const place = placeOf(kind, id)
  const pull = { enabled }
  pulls.value = new Map([...pulls.peek(), [place, pull]])
  return () => {
    if (pulls.peek().get(place) === pull) pulls.value = new Map([...pulls.peek()].filter(([other]) => other !== place))
  }
}

const placeOf = (kind: string, id: string): string => `${kind} ${id}`
