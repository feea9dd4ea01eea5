/** A record of a kind that has a screen. More members than these depend on the kind. */
export interface AnyRecord {
  readonly id?: string
  /** The id of webhooks and API keys. */
  readonly clientId?: string
}

/** The id of a record. */
export const idOf = ({ id, clientId }: AnyRecord): string => id ?? clientId ?? ''
