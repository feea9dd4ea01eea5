/** What happened to a client: they saw their variant of an experiment, or did what it hopes for. */
export interface Happened {
  readonly kind: 'displayed' | 'won'
  readonly id: string
  readonly clientId: string
}

/** One that waits to be sent. */
export interface Queued extends Happened {
  /** The same at every attempt, so that the server counts one of them. */
  readonly idempotencyKey: string
}

/**
 * Where displayed and won are kept until the server has them, so that another program can send them when this one was killed. What is
 * thrown is reported, and costs nobody an answer: the memory of this program holds them too.
 */
export interface OutboxStore {
  /**
   * What earlier programs added and never removed, in order. Asked once, first; what is added before it answers is not among it. `report`
   * hears of what cannot be read, which is passed over.
   */
  load(report: (error: unknown) => void): readonly Queued[] | Promise<readonly Queued[]>
  /** Keeps one more. It is safe as soon as this returns, so it should not take long. */
  add(queued: Queued): void
  /** Forgets one that the server has accepted or refused. */
  remove(queued: Queued): void
  /** Nothing more is added or removed. */
  close?(): void
}
