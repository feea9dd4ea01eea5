import { effect } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { session } from '../../calls/session.ts'
import { connected, freshness, onEvent, onGap } from '../../records/stream.ts'
import { createRouteIndex, type RouteIndex } from './create-route-index.ts'
import { touchedBy } from './touched-by.ts'

/** The most routes of a page that the service gives. */
const PAGE = 1000

/** How long changes are collected at least before they are read. */
const PAUSE_MS = 300

/**
 * How much longer than reading takes changes are collected: the service compiles all routes to find conflicts, so a busy
 * one is asked less often.
 */
const PAUSES = 3

let index: RouteIndex | undefined

/** All compiled routes that the caller may read. The first call loads them. */
export function allRoutes(): RouteIndex {
  index ??= followed()
  return index
}

function followed(): RouteIndex {
  let took = 0
  const created = createRouteIndex({
    async read(page, apis) {
      await connected
      const pattern = apis && { pattern: apis.join(',') }
      const began = performance.now()
      const { routes, warnings, metadata } = await api.routes({ page, pageSize: PAGE, ...pattern })
      if (page === 1) took = performance.now() - began
      return { routes, warnings, count: metadata?.count ?? routes.length }
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, Math.max(PAUSE_MS, PAUSES * took))),
  })
  onEvent((event: ChangeEvent) => created.touch(touchedBy(event, created.apis.peek())))
  onGap(() => void created.load())
  // What failed while the service could not be reached is read again when it can.
  effect(() => {
    if (freshness.value.state === 'live' && created.state.peek() === 'failed') void created.load()
  })
  effect(() => {
    if (session.value.state === 'in' && created.state.peek() !== 'complete') void created.load()
  })
  return created
}
