import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { connected, onEvent, onGap } from '../../records/stream.ts'
import { credentialChanges } from './actions.ts'
import type { Credential } from './credential-words.ts'

/** Several events are often one change. */
const TOGETHER_MS = 100

/** The credentials of a subscription, or why they cannot be read. */
export interface Credentials {
  readonly results?: readonly Credential[]
  readonly error?: unknown
  read(): void
}

/** Reads the credentials of a subscription, and again when they change. They have no secrets. */
export function useCredentials(subscription: string): Credentials {
  const results = useSignal<readonly Credential[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const changes = credentialChanges.value
  const read = async () => {
    try {
      await connected
      const found = await api.subscriptions.credentials({ id: subscription })
      error.value = undefined
      results.value = found.results
    } catch (cause) {
      error.value = cause
    }
  }
  useEffect(() => void read(), [subscription, changes])
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const stops = [
      onGap(() => void read()),
      onEvent(({ domain, key, payload, type }) => {
        const isOfCredential =
          domain === 'Credential' && (payload as Partial<Credential>).subscription_ref === subscription
        const isOfSubscription = domain === 'Subscription' && key === subscription
        if (!isOfCredential && !isOfSubscription) return
        clearTimeout(soon)
        // A deleted subscription takes its credentials with it: nothing is left to read.
        if (!isOfSubscription || !type.endsWith('_DELETED')) soon = setTimeout(read, TOGETHER_MS)
      }),
    ]
    return () => {
      clearTimeout(soon)
      for (const stop of stops) stop()
    }
  }, [subscription])
  return {
    ...(results.value && { results: results.value }),
    ...(error.value !== undefined && { error: error.value }),
    read: () => void read(),
  }
}
