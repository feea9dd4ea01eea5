export type { JetStream, JetStreamStreams } from './jet-stream.ts'
export type { NatsSinkOptions } from './nats-sink.ts'
export { natsSink } from './nats-sink.ts'
