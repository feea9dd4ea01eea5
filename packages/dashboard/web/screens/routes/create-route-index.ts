import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { type ApiRoutes, withRoutes } from './api-routes.ts'
import type { RoutePage } from './compiled.ts'
import type { RouteRow } from './route-row.ts'
import { byApi } from './warnings.ts'

/** All compiled routes that the caller may read, kept fresh. */
export interface RouteIndex {
  /** As the router asks them. */
  readonly rows: ReadonlySignal<readonly RouteRow[]>
  readonly state: ReadonlySignal<'loading' | 'complete' | 'failed'>
  readonly error: ReadonlySignal<unknown>
  /** How many routes there are, as soon as the first page tells. */
  readonly count: ReadonlySignal<number>
  /** The routes of each API, with the warnings about it. */
  readonly apis: ReadonlySignal<ReadonlyMap<string, ApiRoutes>>
  /** Reads everything again. */
  load(): Promise<void>
  /** Reads the routes of some APIs again, after a moment, in which further changes are collected. */
  touch(apis: readonly string[]): void
}

/** What the index needs from the page. */
export interface RoutePorts {
  /** Reads a page, from 1: of all routes, or of those of some APIs. */
  read(page: number, apis?: readonly string[]): Promise<RoutePage>
  /** Waits until changes are read. */
  pause(): Promise<void>
}

/** How many APIs are read at once: their ids stand in an address. */
const MOST_AT_ONCE = 20

/** How often everything is read again because something changed meanwhile. */
const MOST_TRIES = 3

/** Creates an index of routes. `load` fills it. */
export function createRouteIndex({ read, pause }: RoutePorts): RouteIndex {
  const rows = signal<readonly RouteRow[]>([])
  const apis = signal<ReadonlyMap<string, ApiRoutes>>(new Map())
  const state = signal<'loading' | 'complete' | 'failed'>('loading')
  const error = signal<unknown>(undefined)
  const count = signal(0)
  let touched = new Set<string>()
  let current: object | undefined
  let isRefreshing = false

  const show = (next: ReadonlyMap<string, ApiRoutes>) =>
    batch(() => {
      apis.value = next
      rows.value = sorted(next)
      if (state.peek() === 'complete') count.value = rows.peek().length
    })

  async function load() {
    const own = {}
    current = own
    const isFirst = rows.peek().length === 0
    if (state.peek() === 'failed') state.value = 'loading'
    try {
      for (let tries = 1; ; tries++) {
        touched = new Set()
        const found = new Map<string, ApiRoutes>()
        for (let page = 1, left = 1; left > 0; page++) {
          const answer = await read(page)
          if (current !== own) return
          gather(found, answer)
          left = answer.routes.length === 0 ? 0 : answer.count - sizeOf(found)
          if (isFirst) {
            count.value = answer.count
            if (left > 0) show(new Map(found))
          }
        }
        // Pages shift when routes come and go between them.
        if (touched.size > 0 && tries < MOST_TRIES) continue
        current = undefined
        batch(() => {
          state.value = 'complete'
          show(found)
        })
        if (touched.size > 0) void refresh()
        return
      }
    } catch (cause) {
      if (current !== own) return
      current = undefined
      batch(() => {
        error.value = cause
        state.value = 'failed'
      })
    }
  }

  async function refresh() {
    if (isRefreshing) return
    isRefreshing = true
    await pause()
    while (touched.size > 0 && !current && state.peek() === 'complete') {
      const ids = [...touched].slice(0, MOST_AT_ONCE)
      for (const id of ids) touched.delete(id)
      try {
        const found = new Map<string, ApiRoutes>()
        for (let page = 1, left = 1; left > 0; page++) {
          const answer = await read(page, ids)
          gather(found, answer)
          left = answer.routes.length === 0 ? 0 : answer.count - sizeOf(found)
        }
        if (!current) show(replaced(apis.peek(), ids, found))
      } catch {
        // What is shown may be stale; everything is read again when the service can be reached.
        if (!current) state.value = 'failed'
      }
    }
    isRefreshing = false
  }

  return {
    rows,
    apis,
    state,
    error,
    count,
    load,
    touch(ids) {
      for (const id of ids) touched.add(id)
      if (!current && touched.size > 0) void refresh()
    },
  }
}

/** Adds a page to what was found before. */
function gather(found: Map<string, ApiRoutes>, { routes, warnings }: RoutePage): void {
  const warned = byApi(warnings)
  const grouped = Map.groupBy(routes, ({ api_ref }) => api_ref)
  for (const [id, own] of grouped) found.set(id, withRoutes(found.get(id)?.rows ?? [], own, warned.get(id) ?? []))
}

function replaced(
  known: ReadonlyMap<string, ApiRoutes>,
  ids: readonly string[],
  found: ReadonlyMap<string, ApiRoutes>,
): ReadonlyMap<string, ApiRoutes> {
  const next = new Map(known)
  for (const id of ids) next.delete(id)
  for (const [id, one] of found) next.set(id, one)
  return next
}

const sizeOf = (found: ReadonlyMap<string, ApiRoutes>): number => {
  let size = 0
  for (const { rows } of found.values()) size += rows.length
  return size
}

/** All rows as the router asks them. Routes with one id, which the service warns about, have keys of their own. */
function sorted(apis: ReadonlyMap<string, ApiRoutes>): readonly RouteRow[] {
  const seen = new Set<string>()
  const all: RouteRow[] = []
  for (const { rows } of apis.values())
    for (const row of rows) {
      all.push(seen.has(row.id) ? { ...row, key: `${row.id} ${row.api} ${row.place}` } : row)
      seen.add(row.id)
    }
  return all.sort((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
}
