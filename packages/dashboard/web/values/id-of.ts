/** A record of a kind that has a screen. More members than these depend on the kind. */
export interface AnyRecord {
  readonly id?: string
  /** The id of webhooks, API keys and credentials. */
  readonly clientId?: string
  /** The id of error pages. */
  readonly serviceId?: string
}

/** The id of a record. */
export const idOf = ({ id, clientId, serviceId }: AnyRecord): string => id ?? clientId ?? serviceId ?? ''
