import { type CauseId, causes } from '@signalbox/core/gateway'
import { type Failure, knownFailureOf } from './failures.ts'
import { TargetRefusedError } from './target-policy.ts'

/** Says in words what is wrong with a server, as the end of a sentence. */
export const wordsOf = ({ cause, detail, reason }: Failure): string =>
  reason ??
  byError[detail?.proxyError ?? ''] ??
  lowerFirst(detail?.message ?? byCause[cause] ?? messages.get(cause) ?? cause)

/** The same for an error of a transport. `fetch` wraps the error that says what happened. */
export function wordsOfError(error: unknown): string {
  const { cause, message = '', code = '' } = error as { cause?: unknown; message?: string; code?: string }
  if (cause instanceof Error) return wordsOfError(cause)
  const known = error instanceof TargetRefusedError ? undefined : knownFailureOf(error)
  if (known) return wordsOf(known)
  return lowerFirst(message) || code || 'no response'
}

const messages: ReadonlyMap<string, string> = new Map(causes.map(({ id, message }) => [id, message]))

/** By the error type of RFC 9209. */
const byError: Readonly<Record<string, string>> = {
  connection_refused: 'connection refused',
  connection_terminated: 'the server closed the connection',
  destination_ip_unroutable: 'there is no route to the server',
}

const byCause: Readonly<Partial<Record<CauseId, string>>> = {
  'errors.backend.dns': 'the host name cannot be resolved',
  'errors.backend.tls': 'the secure connection failed',
}

/** A sentence as the end of another one. Words in capitals, such as `HTTP`, stay. */
const lowerFirst = (text: string): string =>
  /^[A-Z](?![A-Z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
