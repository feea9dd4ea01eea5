import { createClient } from '@signalbox/client'
import type { SignalboxApi } from '@signalbox/core/contract'
import type { Settings } from '../settings/settings.ts'

/** How long a server may send nothing while it looks for events or records, in milliseconds. */
const SILENCE_MS = 10 * 60_000

/** A client of the server at a URL, with the configured API key. */
export function serverAt(baseUrl: string, settings: Settings): SignalboxApi {
  const { clientId, clientSecret, clientIdHeader, clientSecretHeader } = settings
  const headerNames = { clientId: clientIdHeader, clientSecret: clientSecretHeader }
  return createClient({ baseUrl, headerNames, silenceMs: SILENCE_MS, ...(clientId && { clientId, clientSecret }) })
}

/** Rethrows a failed call with what was to be read, and what to do. */
export const cannotBeRead =
  (what: string) =>
  (cause: unknown): never => {
    const { message, cause: deeper, code } = cause as Error & { code?: unknown }
    const reason =
      code === 'UNAUTHENTICATED'
        ? 'it requires a valid API key: set SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET'
        : deeper instanceof Error
          ? deeper.message
          : message
    throw new Error(`${what} cannot be read: ${reason}`, { cause })
  }
