import { type Signal, signal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { onEvent, onGap } from '../../records/stream.ts'

interface Countable {
  count(input: { pattern: string }): Promise<{ readonly count: number }>
}

/** The kinds of records that can be counted by the pattern of a grant. Grants on subscriptions match ids of APIs. */
const countable: ReadonlyMap<string, Countable> = new Map<string, Countable>([
  ['Feature', api.features],
  ['Segment', api.segments],
  ['Config', api.configs],
  ['Experiment', api.experiments],
  ['Script', api.scripts],
  ['ErrorTemplate', api.errorTemplates],
  ['Api', api.apis],
  ['Backend', api.backends],
  ['Workflow', api.workflows],
])

/** Whether the records of a domain can be counted by the pattern of a grant. */
export const isCountable = (domain: string): boolean => countable.has(domain)

/** How many records match: `undefined` while it is not known, or if it cannot be. */
export type CountOf = (domain: string, pattern: string) => number | undefined

/** Patterns are sent in an address. */
const MOST_CHARACTERS = 4000
/** A pattern that is being typed is counted when the typing pauses. */
const PAUSE_MS = 250
/** How often changes of records lead to new counts. */
const EVERY_MS = 2000
const AT_ONCE = 4

const counts = new Map<string, Signal<number | undefined>>()
/** The counts that something on the page shows: patterns that were typed over are not asked for. */
const watched = new Set<string>()
const wanted = new Map<string, () => Promise<void>>()
const stale = new Set<string>()
let running = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isRenewing = false

/** Counts the records of a domain that match a pattern. Reads a signal, which changes when the answer arrives. */
export const countOf: CountOf = (domain, pattern) => {
  if (pattern === '') return 0
  const operations = countable.get(domain)
  if (!operations || pattern.length > MOST_CHARACTERS) return undefined
  const key = `${domain} ${pattern}`
  const found = counts.get(key) ?? createCount(key)
  if (stale.delete(key)) {
    wanted.set(key, async () => {
      try {
        found.value = (await operations.count({ pattern })).count
      } catch {
        // Asked again when it is shown again, or the records change.
        stale.add(key)
      }
    })
    clearTimeout(timer)
    timer = setTimeout(next, PAUSE_MS)
  }
  return found.value
}

function createCount(key: string): Signal<number | undefined> {
  const created = signal<number | undefined>(undefined, {
    watched: () => void watched.add(key),
    unwatched: () => void watched.delete(key),
  })
  counts.set(key, created)
  stale.add(key)
  return created
}

function next(): void {
  for (const [key, run] of wanted) {
    if (running >= AT_ONCE) return
    wanted.delete(key)
    if (!watched.has(key)) {
      stale.add(key)
      continue
    }
    running += 1
    void run().finally(() => {
      running -= 1
      next()
    })
  }
}

/** Rises when records have changed: whoever shows counts reads it, and asks for them again. */
export const countsVersion = signal(0)

/** Marks counts as old, and has those asked for again that are shown. */
function renew(domain?: string): void {
  for (const key of counts.keys()) if (domain === undefined || key.startsWith(`${domain} `)) stale.add(key)
  if (isRenewing) return
  isRenewing = true
  setTimeout(() => {
    isRenewing = false
    countsVersion.value += 1
  }, EVERY_MS)
}

onEvent(({ domain, type }) => {
  if (countable.has(domain) && /_(CREATED|UPDATED|DELETED)$/.test(type)) renew(domain)
})
onGap(() => renew())
