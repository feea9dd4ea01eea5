import type { ErrorMembers } from '../log/logged-error.ts'

/** What the primary tells a worker. */
export type ToWorker =
  | { readonly signalbox: 'start'; readonly place: number; readonly order: unknown }
  | { readonly signalbox: 'ask'; readonly number: number; readonly question: unknown }
  /** Keeps serving, but tells clients to use other connections. */
  | { readonly signalbox: 'drain' }
  /** Reads its certificates again. */
  | { readonly signalbox: 'reload' }
  | { readonly signalbox: 'close'; readonly drainMs: number }
  /** Lines are on the standard output. */
  | { readonly signalbox: 'written'; readonly number: number }
  /** No connection is under way to the worker. */
  | { readonly signalbox: 'leave' }

/** What a worker tells the primary. */
export type ToPrimary =
  /** It listens for messages. */
  | { readonly signalbox: 'here' }
  | { readonly signalbox: 'started'; readonly result: unknown }
  | { readonly signalbox: 'failed'; readonly reason: string; readonly code?: string | undefined }
  | { readonly signalbox: 'answer'; readonly number: number; readonly answer?: unknown; readonly failure?: string }
  /** Something for those who subscribed to a topic. */
  | { readonly signalbox: 'pushed'; readonly topic: string; readonly value: unknown }
  /** It accepts no more connections. */
  | { readonly signalbox: 'closed' }
  /** Lines for standard output. */
  | { readonly signalbox: 'lines'; readonly number: number; readonly lines: string }
  /** An error that nobody awaits. */
  | { readonly signalbox: 'report'; readonly error: ErrorMembers }
  /** A line for operators. */
  | { readonly signalbox: 'announce'; readonly line: string }

/** Reads a message of a kind that is known here; others belong to other parts, such as limits. */
export function readMessage<T extends ToWorker | ToPrimary>(
  message: unknown,
  kinds: Readonly<Record<T['signalbox'], true>>,
): T | undefined {
  const kind = (message as { readonly signalbox?: unknown } | undefined)?.signalbox
  return typeof kind === 'string' && Object.hasOwn(kinds, kind) ? (message as T) : undefined
}
