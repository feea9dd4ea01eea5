import { signal } from '@preact/signals'

/** A record that was opened. */
export interface Visit {
  readonly path: string
  readonly title: string
  /** What it is, such as `feature`. */
  readonly kind: string
}

const KEY = 'signalbox.visited'
const KEPT = 20

/** The records that were opened last in this tab, the newest first. */
export const visited = signal<readonly Visit[]>(stored())

/** Remembers that a record was opened. */
export function visit(one: Visit): void {
  visited.value = [one, ...visited.peek().filter(({ path }) => path !== one.path)].slice(0, KEPT)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visited.value))
  } catch {
    // Without storage they are remembered until the page is loaded again.
  }
}

function stored(): readonly Visit[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isVisit).slice(0, KEPT) : []
  } catch {
    return []
  }
}

const isVisit = (value: unknown): value is Visit =>
  ['path', 'title', 'kind'].every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string')
