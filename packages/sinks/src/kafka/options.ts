import type { ConnectionOptions } from 'node:tls'
import { checkOptions } from '@signalbox/core/errors'
import type { EnvelopeOptions } from '../envelope.ts'

/** How to reach a Kafka cluster, and what to write there. */
export interface KafkaSinkOptions extends EnvelopeOptions {
  /** Addresses of some brokers, `host:port`; the others are found through them. */
  readonly brokers: readonly string[]
  /** The topic. It belongs to this sink alone. @default 'signalbox', or 'izanami' with that format */
  readonly topic?: string
  /**
   * Whether each batch is a transaction. Readers with `isolation.level=read_committed` then find each event exactly once,
   * whatever fails. Without transactions the topic must have one partition, and an event may be there twice after another
   * process has taken over. @default true
   */
  readonly transactions?: boolean
  /** The transactional id, unique in the cluster: a second sink with the same id fences off the first. @default `signalbox-<topic>` */
  readonly transactionalId?: string
  /** Whether the topic is compacted: a deletion is then written as a tombstone, a record without a value. @default false */
  readonly compacted?: boolean
  /** How a missing topic is created, or `false` to require that it exists. @default {}: as the brokers are configured */
  readonly createTopic?: KafkaTopicOptions | false
  /** Credentials. */
  readonly sasl?: KafkaSasl
  /** `true` to connect by TLS, or what TLS needs: `ca`, `cert`, `key`. @default false */
  readonly tls?: boolean | ConnectionOptions
}

/** How a topic is created. */
export interface KafkaTopicOptions {
  /** Events stay in order per key; with one partition, all of them do. @default the brokers' `num.partitions` */
  readonly partitions?: number
  /** On how many brokers each partition is kept. @default the brokers' `default.replication.factor` */
  readonly replicas?: number
  /** Settings of the topic: `{ 'retention.ms': '-1' }`. */
  readonly configs?: Readonly<Record<string, string>>
}

/** Credentials for a cluster. `OAUTHBEARER` takes a token, the other mechanisms a name and a password. */
export type KafkaSasl =
  | {
      readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
      readonly username: string
      readonly password: string
    }
  | { readonly mechanism: 'OAUTHBEARER'; readonly token: string | (() => string | Promise<string>) }

const names = {
  ...{ brokers: true, topic: true, transactions: true, transactionalId: true, compacted: true, createTopic: true },
  ...{ sasl: true, tls: true, format: true, source: true, timeZone: true },
} as const satisfies Record<keyof KafkaSinkOptions, true>

/** The options with their defaults. */
export interface KafkaSettings extends Pick<KafkaSinkOptions, 'sasl'> {
  readonly brokers: readonly string[]
  readonly topic: string
  /** `undefined` without transactions. */
  readonly transactionalId: string | undefined
  /** Who writes: in the header `signalbox-sink` of each record. */
  readonly writer: string
  readonly compacted: boolean
  readonly createTopic: KafkaTopicOptions | false
  readonly tls: ConnectionOptions | undefined
}

/** Checks the options, and adds the defaults. Throws a `TypeError` or a `RangeError` that names the option. */
export function toSettings(options: KafkaSinkOptions): KafkaSettings {
  checkOptions('kafkaSink', options, names)
  const { brokers, format, topic = format === 'izanami' ? 'izanami' : 'signalbox', sasl, tls = false } = options
  if (!Array.isArray(brokers) || brokers.length === 0)
    throw new TypeError("brokers of kafkaSink is invalid: expected addresses, such as ['127.0.0.1:9092']")
  const unlike = brokers.find((broker) => !/^[^\s/@]+:\d{1,5}$/.test(broker))
  if (unlike !== undefined) throw new RangeError('brokers of kafkaSink is invalid: expected host:port for each')
  if (!/^[\w.-]{1,249}$/.test(topic))
    throw new RangeError(`topic of kafkaSink is invalid: expected 1 to 249 of a-z A-Z 0-9 . _ -, got ${topic}`)
  const { transactionalId = `signalbox-${topic}`, transactions = true, compacted = false, createTopic = {} } = options
  return {
    ...{ brokers, topic, compacted, createTopic, writer: transactionalId },
    transactionalId: transactions ? transactionalId : undefined,
    tls: tls === false ? undefined : tls === true ? {} : tls,
    ...(sasl && { sasl }),
  }
}
