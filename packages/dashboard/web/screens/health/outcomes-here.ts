import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { whileVisible } from '../../calls/while-visible.ts'
import { connected } from '../../records/stream.ts'
import { type FailingApi, failingApis } from './failing.ts'

const failing = signal<readonly FailingApi[]>([])

const EVERY_MS = 5000

let watching = 0
let stop: () => void

/** The failing state of an API, asked for every five seconds while this is shown; `undefined` if its requests do not fail. */
export function useFailing(id: string): FailingApi | undefined {
  useEffect(() => {
    if (!may('R', 'Api')) return
    if (watching++ === 0) stop = whileVisible(EVERY_MS, read)
    return () => {
      if (--watching === 0) stop()
    }
  }, [])
  return failing.value.find((one) => one.api === id)
}

/** Without an answer, the last one stays: the page says by its lamp that the service cannot be reached. */
async function read(): Promise<void> {
  try {
    await connected
    failing.value = failingApis((await api.gateway.outcomes({})).results.flatMap(({ apis }) => apis))
  } catch {
    // The next answer comes in five seconds.
  }
}
