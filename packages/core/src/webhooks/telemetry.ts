/** A call of a webhook. */
export interface WebhookCall {
  /** The client id of the webhook. */
  readonly webhook: string
  /** The number of events that it delivered. */
  readonly events: number
  readonly ms: number
  /** The status of the response; absent if there was none. */
  readonly status?: number
  /** Why it failed; absent if it succeeded. */
  readonly error?: string
}

/** Observes webhooks. */
export interface WebhookTelemetry {
  /** A webhook was called. */
  webhookCalled?(call: WebhookCall): void
  /** A webhook was banned, because too many calls in a row failed. */
  webhookBanned?(webhook: string): void
}
