import { hash } from 'node:crypto'
import { getHeader, getHeaders, type HeaderList, removeHeader } from '../../headers/header-list.ts'

/**
 * Checks the 101 with which a backend opens a WebSocket (RFC 6455, section 4.1): it must fit the request of the client.
 * Returns why it does not. Both arguments are names and values in turn.
 */
export function checkSwitch(request: readonly string[], response: readonly string[]): string | undefined {
  if (listOf(response, 'upgrade').join().toLowerCase() !== 'websocket')
    return 'The service switched to another protocol than WebSocket'
  const connection = listOf(response, 'connection').map((name) => name.toLowerCase())
  if (!connection.includes('upgrade')) return 'The service did not confirm the upgrade of the connection'
  if (connection.some((name) => name.startsWith('sec-websocket-')))
    return 'The header Connection of the service names a header that the client needs'
  const accepted = getHeaders(response, 'sec-websocket-accept')
  if (accepted.length !== 1 || accepted[0] !== acceptOf(getHeader(request, 'sec-websocket-key') ?? ''))
    return 'The service did not answer the key of the client'
  const protocols = getHeaders(response, 'sec-websocket-protocol')
  const offered = listOf(request, 'sec-websocket-protocol')
  if (protocols.length > 1 || protocols.some((name) => !offered.includes(name)))
    return 'The service chose a subprotocol that the client did not offer'
  const extensions = new Set(listOf(request, 'sec-websocket-extensions').map(nameOf))
  if (listOf(response, 'sec-websocket-extensions').some((one) => !extensions.has(nameOf(one))))
    return 'The service uses an extension that the client did not offer'
  return undefined
}

/** The headers of the 101 for the client. It has no body, whatever a backend or a plugin says. */
export function switchHeaders(headers: HeaderList): HeaderList {
  for (const name of ['connection', 'upgrade', 'content-length', 'transfer-encoding']) removeHeader(headers, name)
  headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket')
  return headers
}

/** The value of `Sec-WebSocket-Accept` for a key. */
const acceptOf = (key: string): string => hash('sha1', `${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`, 'base64')

const listOf = (headers: readonly string[], name: string): readonly string[] =>
  getHeaders(headers, name)
    .flatMap((value) => value.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The name of an extension, without its parameters. */
const nameOf = (extension: string): string => (extension.split(';', 1)[0] as string).trim().toLowerCase()
