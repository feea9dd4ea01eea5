import { computed, effect, signal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { index } from '../../records/tree.ts'
import { exactPatterns } from '../../tree/exact-patterns.ts'
import { afterEvent, byScript, type References, withFeatures } from './references.ts'

/** The most features that are asked for their script. */
const MOST = 2000

const references = signal<References | undefined>(undefined)
const users = computed(() => references.value && byScript(references.value))

/**
 * The ids of the features that refer to each script, among those that the caller may read. `undefined` until that is
 * known. Reads signals.
 */
export function usersOfScripts(): ReadonlyMap<string, readonly string[]> | undefined {
  start()
  return users.value
}

let isStarted = false

function start(): void {
  if (isStarted || !may('R', 'Feature')) return
  isStarted = true
  let events = 0
  const read = async (): Promise<void> => {
    const before = events
    let found: References = new Map()
    const ids = index('features').search('strategy:global-script', MOST)
    for (const { pattern } of exactPatterns(ids.map(({ id }) => id)))
      found = withFeatures(found, (await api.features.list({ pattern, pageSize: 1000 })).results)
    if (events !== before) return read()
    references.value = found
  }
  const readAll = () => void read().catch(() => {}) // until it succeeds, the users are not known
  onGap(readAll)
  onEvent((event) => {
    if (event.domain !== 'Feature' || !/^FEATURE_/.test(event.type)) return
    events += 1
    const known = references.peek()
    if (known) references.value = afterEvent(known, event)
  })
  effect(() => {
    const state = index('features').state.value
    if (state === 'complete' || state === 'partial') readAll()
  })
}
