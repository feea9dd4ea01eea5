import { signal } from '@preact/signals'

interface Pull {
  readonly enabled: boolean
}

/** The levers that were pulled and whose change has not arrived yet. */
const pulls = signal<ReadonlyMap<string, Pull>>(new Map())

/** Where the lever of a feature is shown: where it was pulled to, or else as it is saved. Reads a signal. */
export const positionOf = (id: string, saved: boolean): boolean => pulls.value.get(id)?.enabled ?? saved

/** Shows a lever at its new position at once. Returns a function that shows it as it is saved again. */
export function showPulled(id: string, enabled: boolean): () => void {
  const pull = { enabled }
  pulls.value = new Map([...pulls.peek(), [id, pull]])
  return () => {
    if (pulls.peek().get(id) === pull) pulls.value = new Map([...pulls.peek()].filter(([other]) => other !== id))
  }
}
