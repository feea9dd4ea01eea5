import type { HeaderView } from '../../headers/header-view.ts'
import { readBasic } from '../read-basic.ts'
import type { Parameters } from './read-parameters.ts'
import { type TokenError, tokenError } from './token-error.ts'

/** The credentials of a client. */
export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

/** Whether a client authenticates by a header. */
export const usesHeader = (headers: HeaderView): boolean => headers.has('authorization')

/**
 * Reads the credentials of a token request (RFC 6749, section 2.3.1): in `Authorization: Basic`, form-encoded, or in the body,
 * but not in both.
 */
export function readClient(headers: HeaderView, parameters: Parameters): ClientCredentials | TokenError {
  const clientId = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  const values = headers.all('authorization')
  if (values.length > 1) return tokenError('invalid_request', 'The header Authorization is repeated')
  const [value] = values
  if (value === undefined)
    return clientId === undefined || secret === undefined
      ? tokenError('invalid_client', 'Authenticate with a client id and a secret')
      : { clientId, secret }
  if (secret !== undefined)
    return tokenError('invalid_request', 'Authenticate in the header or in the body, not in both')
  const sent = readBasic(value)
  const client = sent && { clientId: formDecoded(sent.clientId), secret: formDecoded(sent.secret) }
  if (client?.clientId === undefined || client.secret === undefined)
    return tokenError('invalid_client', 'The header Authorization cannot be read')
  if (clientId !== undefined && clientId !== client.clientId)
    return tokenError('invalid_request', 'client_id is another one than that of the header Authorization')
  return { clientId: client.clientId, secret: client.secret }
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
