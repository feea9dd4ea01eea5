import type { Report } from '@signalbox/core'
import { toFailure } from './failures.ts'

/** A PostgreSQL client that needs no session of its own: the `Pool` of pg is one. */
export interface PostgresClient {
  /** Runs one statement with its parameters (`$1`, …). */
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
  /** Tells of lost idle connections; without a listener they would end the process. */
  on?(event: 'error', listener: (error: Error) => void): unknown
}

/** A connection that listens: a connected `Client` of pg is one. */
export interface ListeningClient {
  query(text: string): Promise<unknown>
  on(event: 'notification' | 'end', listener: (message: { readonly payload?: string | undefined }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<unknown>
}

const kept = new WeakSet<object>()

/** Keeps the process alive when an idle connection is lost, for as long as there is a client, and reports it in a sentence. */
export function keepAlive(client: PostgresClient, report: Report): void {
  if (kept.has(client)) return
  kept.add(client)
  client.on?.('error', (error) => report(toFailure(error)))
}
