import { computed, signal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import { kinds, type ListedKind, listedKinds } from '../../kinds/kinds.ts'
import { changeOf } from '../../log/change-of.ts'
import { operationsOf } from '../../records/operations.ts'
import { connected, onEvent } from '../../records/stream.ts'
import { type Entry, entries } from './entries.ts'

const KEY = 'signalbox.menu'

/** The domains of which there are records, and the paths of screens that were opened in this tab. */
const known = signal<ReadonlySet<string>>(new Set(stored()))

/** The entries of the menu: the ones of an empty box, and entries that have something to show. `Advanced` stays together. */
export const menuEntries = computed<readonly Entry[]>(() => {
  const all = entries()
  const isFilled = ({ path, entry: { domains } }: Entry) =>
    domains === undefined || [path, ...domains].some((name) => known.value.has(name))
  const hasAdvanced = all.some((one) => one.entry.group === 'Advanced' && isFilled(one))
  return all.filter((one) => (one.entry.group === 'Advanced' ? hasAdvanced : isFilled(one)))
})

/** Adds entries to the menu for as long as the tab is open: of a domain, or of the screen with a path. */
export function addToMenu(...names: readonly string[]): void {
  if (names.every((name) => known.peek().has(name))) return
  known.value = new Set([...known.peek(), ...names])
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...known.value]))
  } catch {
    // Without storage they are found again when the page is loaded.
  }
}

/** Looks which domains of the menu have records, and adds the others with their first. Returns a function that stops it. */
export function followFirstRecords(): () => void {
  const wanted = new Set(entries().flatMap(({ entry: { domains } }) => domains ?? []))
  void connected.then(() => {
    for (const kind of listedKinds)
      if (wanted.has(kinds[kind].domain) && may('R', kinds[kind].domain) && !known.peek().has(kinds[kind].domain))
        void addIfAny(kind)
  })
  return onEvent((event) => {
    if (wanted.has(event.domain) && changeOf(event) === 'created') addToMenu(event.domain)
  })
}

async function addIfAny(kind: ListedKind): Promise<void> {
  try {
    const { metadata } = await operationsOf(kind).list({ pattern: '*', pageSize: 1 })
    if (metadata.count > 0) addToMenu(kinds[kind].domain)
  } catch {
    // The search has every screen, and opening one adds its entry.
  }
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
