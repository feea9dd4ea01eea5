import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Kind, kinds } from '../../kinds/kinds.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { type Creations, type FoundDeletions, readDeletions } from './read-deletions.ts'

/** What is known of deletions: `error` if the log cannot be read. */
export interface Deletions extends Partial<FoundDeletions> {
  readonly error?: unknown
}

/** The events that deleted records of a kind, the newest first, for as long as the log keeps them; kept fresh while shown. */
export function useDeletions(kind: Kind): Deletions {
  const deletions = useSignal<Deletions>({})
  useEffect(() => {
    let isCurrent = true
    let isReading = false
    let isStale = false
    const following: Creations = new Map()
    const load = async () => {
      isStale = true
      if (isReading) return
      isReading = true
      while (isStale && isCurrent) {
        isStale = false
        const read = await readDeletions(kind, following).catch((error: unknown) => ({ error }))
        if (isCurrent) deletions.value = read
      }
      isReading = false
    }
    void load()
    const stops = [onGap(load), onEvent(({ domain }) => domain === kinds[kind].domain && void load())]
    return () => {
      isCurrent = false
      for (const stop of stops) stop()
    }
  }, [kind])
  return deletions.value
}
