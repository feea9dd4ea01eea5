import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from './api.ts'

/** What the page knows of the address of the gateway; `undefined` before the service has answered. */
export type GatewayUrl = { readonly url: string | undefined }

const known = signal<GatewayUrl | undefined>(undefined)

/** Where clients reach the gateway, if the service has said. */
export const gatewayUrl = known

/** A data plane may start after the page was opened. */
const AGAIN_MS = 10_000

let asked = Number.NEGATIVE_INFINITY

/** Asks the service where clients reach the gateway, unless it was asked in the last ten seconds. Never rejects. */
export async function askGatewayUrl(): Promise<void> {
  const now = performance.now()
  if (now - asked < AGAIN_MS && known.peek()) return
  asked = now
  try {
    const { gatewayUrl: url } = await api.gateway.list({})
    if (known.peek()?.url !== url || !known.peek()) known.value = { url }
  } catch {
    // Without the right to read APIs, or without a connection, it is as if the service did not know it.
    known.value ??= { url: undefined }
  }
}

/** Where clients reach the gateway, for a part of the page that shows it. */
export function useGatewayUrl(): GatewayUrl | undefined {
  useEffect(() => void askGatewayUrl(), [])
  return known.value
}
