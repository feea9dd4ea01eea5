import { SignalboxError } from '@signalbox/core/errors'
import type { KafkaSettings } from './options.ts'

/** The names of Kafka's errors in an error of the client, in its parts and in its causes: `NOT_LEADER_OR_FOLLOWER`. */
export function reasonsOf(error: unknown): Set<string> {
  const reasons = new Set<string>()
  const pending: unknown[] = [error]
  for (const one of pending) {
    if (!(one instanceof Error)) continue
    const { apiId, code, errors, cause } = one as Error & Record<'apiId' | 'code' | 'errors' | 'cause', unknown>
    for (const name of [apiId, code]) if (typeof name === 'string') reasons.add(name)
    pending.push(...(Array.isArray(errors) ? errors : []), cause)
  }
  return reasons
}

/** The code of the error when the topic is another one than that whose position was read. */
export const CREATED_ANEW = 'TOPIC_CREATED_ANEW'

/** Whether another process has taken over, the topic was created anew, or the cluster has given up this one's transaction. */
export const isFenced = (error: unknown): boolean => {
  const reasons = reasonsOf(error)
  return fenced.some((reason) => reasons.has(reason))
}
const fenced = [
  CREATED_ANEW,
  ...['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH', 'INVALID_TXN_STATE', 'INVALID_PRODUCER_ID_MAPPING'],
  ...['TRANSACTION_ABORTABLE', 'UNKNOWN_PRODUCER_ID', 'OUT_OF_ORDER_SEQUENCE_NUMBER', 'TRANSACTIONAL_ID_NOT_FOUND'],
]

const untrusted = () => 'has a certificate that this process does not trust: check tls.ca'

/** What an operator does about an error, by its name. */
const remedies: Readonly<Record<string, (settings: KafkaSettings) => string>> = {
  PLT_KFK_AUTHENTICATION: () => 'rejects the credentials: check sasl',
  SASL_AUTHENTICATION_FAILED: () => 'rejects the credentials: check sasl',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  TOPIC_AUTHORIZATION_FAILED: ({ topic }) =>
    `denies access to the topic ${topic}: allow Describe, Read and Write, and Create if the sink creates it`,
  TRANSACTIONAL_ID_AUTHORIZATION_FAILED: ({ transactionalId }) =>
    `denies the transactional id ${transactionalId}: allow Describe and Write, or set transactions to false`,
  CLUSTER_AUTHORIZATION_FAILED: () => 'denies an operation of the cluster: allow IdempotentWrite',
  MESSAGE_TOO_LARGE: ({ topic }) => `rejects a large event: raise max.message.bytes of the topic ${topic}`,
  RECORD_LIST_TOO_LARGE: ({ topic }) => `rejects a large event: raise segment.bytes of the topic ${topic}`,
  INVALID_REPLICATION_FACTOR: ({ topic }) =>
    `has too few brokers for the topic ${topic}: set replicas of createTopic, or start more brokers`,
}

/** An error of the client as a `SignalboxError` whose sentence says what to do. */
export function toFailure(error: unknown, settings: KafkaSettings): unknown {
  if (!(error instanceof Error) || error instanceof SignalboxError) return error
  const reasons = reasonsOf(error)
  const known = Object.keys(remedies).find((reason) => reasons.has(reason))
  const named = [...reasons].filter((reason) => !reason.startsWith('PLT_KFK_')).join(', ')
  const told = known ? remedies[known]!(settings) : `failed: ${error.message}${named === '' ? '' : ` (${named})`}`
  return new SignalboxError('UNAVAILABLE', `Kafka at ${settings.brokers.join(', ')} ${told}`, { cause: error })
}
