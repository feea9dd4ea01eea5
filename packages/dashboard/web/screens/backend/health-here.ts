import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../api.ts'
import { may } from '../../session.ts'
import { connected } from '../../stream.ts'
import type { BackendState } from './target-states.ts'

/** The states of all backends in use, as the data planes judge them; `undefined` until they are read. */
export const backendStates = signal<readonly BackendState[] | undefined>(undefined)

const EVERY_MS = 5000

let watching = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Reads the states of backends now and every five seconds, while a component that uses it is shown. */
export function useBackendStates(): readonly BackendState[] {
  useEffect(() => {
    if (!may('R', 'Api')) return
    if (watching++ === 0) {
      void read()
      timer = setInterval(() => document.hidden || void read(), EVERY_MS)
    }
    return () => {
      if (--watching === 0) clearInterval(timer)
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
