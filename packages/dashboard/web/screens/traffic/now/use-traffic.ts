import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { whileVisible } from '../../../calls/while-visible.ts'
import { type History, noHistory, withAnswer } from './history.ts'

/** What was counted while the page is open, and why the last question failed. */
interface Counted {
  readonly history: History
  readonly error?: unknown
}

/** How often the counters are asked for, in milliseconds. */
const AGAIN_MS = 5000
/** The most APIs whose history is kept. */
const MOST_KEPT = 20

/** Histories by API; that of all APIs by the empty id. They stay while the page is open. */
const kept = new Map<string, Signal<Counted>>()

/** Follows the counters of all APIs, or of one, while this is shown and the page is visible. */
export function useTraffic(of = ''): Counted & { retry(): void } {
  const counted = keptOf(of)
  const load = async () => {
    const { history } = counted.peek()
    try {
      const answer = await api.gateway.traffic(of === '' ? {} : { api: of })
      counted.value = { history: withAnswer(history, answer) }
    } catch (error) {
      counted.value = { history, error }
    }
  }
  useEffect(() => whileVisible(AGAIN_MS, load), [of])
  return { ...counted.value, retry: () => void load() }
}

function keptOf(of: string): Signal<Counted> {
  const known = kept.get(of) ?? signal<Counted>({ history: noHistory })
  kept.delete(of)
  kept.set(of, known)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return known
}
