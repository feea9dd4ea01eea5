/** What was counted for one minute, by route, consumer and class of status. */
export interface UsageEntry {
  readonly api: string
  readonly route: string
  /** The plan that admitted the consumer, if one did. */
  readonly plan?: string | undefined
  readonly subscription?: string | undefined
  /** The first digit of the status: 2 for 200 to 299. */
  readonly statusClass: number
  /** The begin of the minute, in epoch milliseconds. */
  readonly minute: number
  readonly requests: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Milliseconds that backends took, in total. */
  readonly backendMs: number
  /** How many of the requests were refused by a limit or quota. */
  readonly limited: number
}

/** What a consumer has used of a quota of a day or month since the last batch. */
export interface QuotaUse {
  /** Whose quota it is, as the data plane names it. */
  readonly key: string
  /** The day (`2026-11-22`) or month (`2026-11`), in the zone of the source. */
  readonly period: string
  /** Requests. Negative if requests were taken back that an earlier batch has counted. */
  readonly used: number
}

/** What a data plane has counted since its last batch. */
export interface UsageBatch {
  /** The data plane: unique for each start of a process. */
  readonly instance: string
  /** Grows with each batch of an instance. A batch whose number is not higher than the last one is ignored. */
  readonly seq: number
  readonly entries: readonly UsageEntry[]
  readonly quotas: readonly QuotaUse[]
  /** The client ids that were used and whose rotation is due. */
  readonly due: readonly string[]
}
