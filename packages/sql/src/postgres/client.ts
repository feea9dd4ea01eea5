import type { Report } from '@signalbox/core'
import { toFailure } from './failures.ts'

/** A PostgreSQL client that does not need a session of its own, such as a `Pool` of pg. */
export interface PostgresClient {
  /** Runs one statement with its parameters (`$1`, …). */
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
  /** Subscribes to errors of idle connections. Without a listener they would end the process. */
  on?(event: 'error', listener: (error: Error) => void): unknown
}

/** A connection that receives notifications, such as a connected `Client` of pg. */
export interface ListeningClient {
  query(text: string): Promise<unknown>
  on(event: 'notification' | 'end', listener: (message: { readonly payload?: string | undefined }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<unknown>
}

const kept = new WeakSet<object>()

/** Handles errors of idle connections, which would otherwise end the process, and reports each as a sentence. */
export function keepAlive(client: PostgresClient, report: Report): void {
  if (kept.has(client)) return
  kept.add(client)
  client.on?.('error', (error) => report(toFailure(error)))
}
