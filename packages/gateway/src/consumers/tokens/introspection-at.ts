import type { SlotContext } from '../../plugin-api/plugin.ts'
import type { SideResponse } from '../../plugin-api/side-call.ts'

/** A client of an identity provider. */
export interface ProviderClient {
  readonly clientId?: string
  readonly clientSecret?: string
}

const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 2000

/** Asks a server about tokens (RFC 7662, section 2.1), with the credentials of a client. */
export function introspectionAt(
  url: string,
  { clientId, clientSecret = '' }: ProviderClient,
  { prepareCall }: Pick<SlotContext, 'prepareCall'>,
): (token: string) => Promise<SideResponse> {
  const call = prepareCall(url, { timeoutMs: TIMEOUT_MS, most: MOST_BYTES })
  const headers = [
    ...['Accept', 'application/json', 'Content-Type', 'application/x-www-form-urlencoded'],
    ...(clientId === undefined ? [] : ['Authorization', basicOf(clientId, clientSecret)]),
  ]
  return (token) => {
    const form = new URLSearchParams({ token, token_type_hint: 'access_token' })
    return call({ method: 'POST', headers, body: new TextEncoder().encode(`${form}`) })
  }
}

/** Both parts are form-encoded (RFC 6749, section 2.3.1). */
const basicOf = (clientId: string, clientSecret: string): string =>
  `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`

const formEncoded = (text: string): string => `${new URLSearchParams({ '': text })}`.slice(1)
