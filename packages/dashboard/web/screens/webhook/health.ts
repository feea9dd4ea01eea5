/** One delivery attempt, as the service lists them. Without `webhookId` it is a gap: events that were lost. */
export interface Attempt {
  readonly date: string
  readonly webhookId?: string
  readonly status?: number
  readonly error?: string
}

/** How the deliveries of a webhook go. Dates are timestamps of the service. */
export type Health =
  | { readonly state: 'unknown' | 'new' }
  | { readonly state: 'delivers'; readonly last: string }
  /** The last attempts failed, and it tries again. */
  | { readonly state: 'fails'; readonly failures: number; readonly why: string; readonly last?: string }
  /** The deliveries were stopped after failures, at `since`; by hand if that is absent. */
  | { readonly state: 'banned'; readonly since?: string; readonly why?: string; readonly last?: string }

/** How the deliveries of a webhook go, from its last attempts, the newest first. `undefined`: they are not known yet. */
export function healthOf(isBanned: boolean, attempts: readonly Attempt[] | undefined): Health {
  if (attempts === undefined) return isBanned ? { state: 'banned' } : { state: 'unknown' }
  const sent = attempts.filter(({ webhookId }) => webhookId !== undefined)
  const succeeded = sent.findIndex(({ error }) => error === undefined)
  const failures = succeeded < 0 ? sent.length : succeeded
  const newest = sent[0]
  const last = sent[succeeded]?.date
  const before = last === undefined ? {} : { last }
  if (isBanned && newest && failures > 0)
    return { state: 'banned', since: newest.date, why: reasonOf(newest), ...before }
  if (isBanned) return { state: 'banned', ...before }
  if (!newest) return { state: 'new' }
  return failures > 0
    ? { state: 'fails', failures, why: reasonOf(newest), ...before }
    : { state: 'delivers', last: last! }
}

/** Why an attempt failed: its status, else the error. */
export const reasonOf = ({ status, error }: Pick<Attempt, 'status' | 'error'>): string =>
  status !== undefined ? `status ${status}` : (error ?? 'unknown')
