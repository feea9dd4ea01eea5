/** The streams of a NATS account: what the sink uses of `JetStreamManager.streams` of the package `@nats-io/jetstream`. */
export interface JetStreamStreams {
  info(stream: string): Promise<{ readonly state: { readonly last_seq: number } }>
  getMessage(
    stream: string,
    query: { readonly last_by_subj: string },
  ): Promise<{ readonly seq: number; readonly header: { get(name: string): string } } | null>
  add(config: {
    readonly name: string
    readonly subjects: string[]
    readonly num_replicas: number
    readonly max_msgs: number
  }): Promise<unknown>
}

/** What the sink uses of a client that `jetstream(connection)` of the package `@nats-io/jetstream` returns. */
export interface JetStream {
  publish(
    subject: string,
    payload: string,
    options: {
      readonly msgID: string
      readonly timeout: number
      readonly expect: { readonly streamName: string; readonly lastSequence: number }
    },
  ): Promise<{ readonly seq: number; readonly duplicate: boolean }>
  jetstreamManager(): Promise<{ readonly streams: JetStreamStreams }>
}
