import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { connected } from '../../records/stream.ts'
import type { BackendState } from './target-states.ts'

/** The states of all backends in use, as the data planes judge them; `undefined` until they are read. */
export const backendStates = signal<readonly BackendState[] | undefined>(undefined)

const EVERY_MS = 5000

let watching = 0
let stop: () => void

/** Reads the states of backends now and every five seconds, while a component that uses it is shown and the page is visible. */
export function useBackendStates(): readonly BackendState[] {
  useEffect(() => {
    if (!may('R', 'Api')) return
    if (watching++ === 0) stop = whileVisible(EVERY_MS, read)
    return () => {
      if (--watching === 0) stop()
    }
  }, [])
  return backendStates.value ?? []
}

/** Without an answer, the last one stays: the page says by its lamp that the service cannot be reached. */
async function read(): Promise<void> {
  try {
    await connected
    backendStates.value = (await api.gateway.backends({})).results
  } catch {
    backendStates.value = backendStates.peek() ?? []
  }
}
