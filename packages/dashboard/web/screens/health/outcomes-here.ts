import { batch, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { connected } from '../../records/stream.ts'
import { type FailingApi, type FailingRoute, failingApis, failingRoutes } from './failing.ts'

const failing = signal<readonly FailingApi[]>([])
const routes = signal<readonly FailingRoute[]>([])

const EVERY_MS = 5000

let watching = 0
let stop: () => void

/** The failing state of an API, asked for every five seconds while this is shown; `undefined` if its requests do not fail. */
export function useFailing(id: string): FailingApi | undefined {
  useWatch()
  return failing.value.find((one) => one.api === id)
}

/** The failing state of a route, as `useFailing` has it of an API. */
export function useFailingRoute(id: string): FailingRoute | undefined {
  useWatch()
  return routes.value.find((one) => one.route === id)
}

function useWatch(): void {
  useEffect(() => {
    if (!may('R', 'Api')) return
    if (watching++ === 0) stop = whileVisible(EVERY_MS, read)
    return () => {
      if (--watching === 0) stop()
    }
  }, [])
}

/** Without an answer, the last one stays: the page says by its lamp that the service cannot be reached. */
async function read(): Promise<void> {
  try {
    await connected
    const { results } = await api.gateway.outcomes({ routes: true })
    const all = results.flatMap(({ apis }) => apis)
    batch(() => {
      failing.value = failingApis(all)
      routes.value = failingRoutes(all)
    })
  } catch {
    // The next answer comes in five seconds.
  }
}
