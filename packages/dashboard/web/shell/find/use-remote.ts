import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { type Found, patternOf } from './found.ts'
import { asRecord } from './local.ts'

/** What the service found, or why it could not be asked. */
interface Remote {
  readonly found: readonly Found[]
  readonly error?: unknown
}

const nothing: Remote = { found: [] }

/** Asks the service for records of all kinds, after the user has stopped typing for a moment. */
export function useRemote(words: string): Remote {
  const remote = useSignal(nothing)
  useEffect(() => {
    const pattern = patternOf(words)
    if (pattern === undefined) {
      remote.value = nothing
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { results } = await api.search({ pattern, limit: 50 }, { signal: stop.signal })
        if (!stop.signal.aborted)
          remote.value = { found: results.flatMap(({ domain, id }) => asRecord(domain, id) ?? []) }
      } catch (error) {
        if (!stop.signal.aborted) remote.value = { found: [], error }
      }
    }, 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words])
  return remote.value
}
