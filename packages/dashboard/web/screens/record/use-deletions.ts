import { useSignal } from '@preact/signals'
import type { ChangeEvent, EventType } from '@signalbox/core/contract'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { type Kind, kinds } from '../../kinds/kinds.ts'
import { deletionsIn } from '../../log/deletion-in.ts'
import { onEvent, onGap } from '../../records/stream.ts'

/** How many deleted records are looked for. */
const MOST = 20
/** How many pages of the log are read for them at most. */
const PAGES = 5
/** How many events a page has. */
const PAGE = 200

/** What is known of deletions: `error` if the log cannot be read. */
export interface Deletions {
  readonly found?: readonly ChangeEvent[]
  readonly error?: unknown
}

/** The events that deleted records of a kind, the newest first, for as long as the log keeps them; kept fresh while shown. */
export function useDeletions(kind: Kind): Deletions {
  const deletions = useSignal<Deletions>({})
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const read = await readDeletions(kind).then(
        (found) => ({ found }),
        (error: unknown) => ({ error }),
      )
      if (isCurrent) deletions.value = read
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

async function readDeletions(kind: Kind): Promise<readonly ChangeEvent[]> {
  const { domain, prefix } = kinds[kind]
  const types = `${prefix}_CREATED,${prefix}_DELETED` satisfies string
  const events: ChangeEvent[] = []
  let before: number | undefined
  for (let page = 0; page < PAGES; page++) {
    const { results, next } = await api.events.history({
      ...{ domains: domain as never, types: types as EventType, limit: PAGE },
      ...(before !== undefined && { before }),
    })
    events.push(...results)
    if (next === undefined || deletionsIn(events).length >= MOST) break
    before = next
  }
  return deletionsIn(events).slice(0, MOST)
}
