import type { Part } from './fault.ts'

export const sinks: Part = {
  name: 'sinks',
  tests: ['packages/core/src/sinks/', 'packages/sinks/src/'],
  further: [
    ...['kafka/kafka', 'nats/nats-sink', 'redis/redis-sink', 'rabbitmq'].map(
      (name) => `packages/sinks/src/${name}.broker.test.ts`,
    ),
    'packages/sinks/src/s3/killed.slow.test.ts',
  ],
  files: {
    'packages/core/src/sinks/lead.ts': [
      {
        breaks: 'a destination that moved is reported as a failure',
        text: 'if (isFirst && isBehind(error)) continue',
        fault: '',
      },
      {
        breaks: 'pauses between attempts do not grow',
        text: 'Math.min(2 * pause, LAST_RETRY)',
        fault: 'FIRST_RETRY',
      },
      {
        breaks: 'a sink that has recovered still shows its error',
        text: 'const { error: _, ...rest } = last\n    last = rest',
        fault: '',
      },
      {
        breaks: 'two processes lead a sink',
        text: 'if (error instanceof Overtaken) throw error',
        fault: '',
      },
      {
        breaks: 'events that left the log are skipped silently',
        text: '(place.seen >= trimmed || tail.holds(place.seen))',
        fault: '(place.seen <= trimmed || tail.holds(place.seen))',
      },
      {
        breaks: 'a batch is appended after the last event that was searched',
        text: 'if (end) await append(events, place.position)',
        fault: 'if (end) await append(events, place.seen)',
      },
    ],
    'packages/core/src/sinks/in-time.ts': [
      {
        breaks: 'a destination that never answers is waited for without end',
        text: 'return await call(AbortSignal.any([over, late.signal]))',
        fault: 'return await call(over)',
      },
    ],
    'packages/core/src/sinks/options.ts': [
      {
        breaks: 'API keys are copied to sinks that did not ask for them',
        text: "new Set(['ApiKey', 'User', 'Webhook', 'Credential'])",
        fault: "new Set(['User', 'Webhook', 'Credential'])",
      },
    ],
    'packages/core/src/sinks/sink-filter.ts': [
      {
        breaks: 'a sink gets the snapshots of the others',
        text: '? (payload as { sink?: unknown } | undefined)?.sink === id',
        fault: '? true',
      },
      {
        breaks: 'the same filter in another order is another filter',
        text: 'patterns.toSorted(), types.toSorted()',
        fault: 'patterns, types',
      },
    ],
    'packages/core/src/sinks/snapshot.ts': [
      {
        breaks: 'a snapshot loses the records after the last full batch',
        text: 'if (batch.length > 0) await write(note, batch)',
        fault: '',
      },
      {
        breaks: 'a record that was deleted meanwhile stops a snapshot',
        text: "error.code === 'NOT_FOUND') return undefined",
        fault: "error.code === 'INVALID') return undefined",
      },
    ],
    'packages/core/src/sinks/run-sinks.ts': [
      {
        breaks: 'a sink is not closed when the instance closes',
        text: 'await sink.close().catch(report)',
        fault: '',
      },
      {
        breaks: 'the same failure is reported at each attempt',
        text: 'if (clock() - reported < REPORT_MS) return',
        fault: '',
      },
    ],
    'packages/sinks/src/envelope.ts': [
      {
        breaks: 'the deletion of a draft is a tombstone of its API',
        text: '/^[A-Z\\d]+(?<!S)_DELETED$/',
        fault: '/^[A-Z\\d_]+(?<!S)_DELETED$/',
      },
    ],
    'packages/sinks/src/formats.ts': [
      {
        breaks: 'the id of a CloudEvent is a number',
        text: 'id: String(_id)',
        fault: 'id: _id',
      },
    ],
    'packages/sinks/src/until-aborted.ts': [
      {
        breaks: 'a connection is kept although nobody waits for it any more',
        text: 'if (signal.aborted) onAbort()\n    else',
        fault: 'if (!signal.aborted)',
      },
    ],
    'packages/sinks/src/reason-of.ts': [
      {
        breaks: 'a name with several addresses fails without a reason',
        text: "if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join(', ')",
        fault: '',
      },
    ],
    'packages/sinks/src/amqp/amqp-sink.ts': [
      {
        breaks: 'messages are lost when the broker restarts',
        text: 'durable: true,\n          type',
        fault: 'durable: false,\n          type',
      },
      {
        breaks: 'closing leaves the connection open',
        text: 'late])\n      connection.unsafeDestroy()',
        fault: 'late])',
      },
    ],
    'packages/sinks/src/kafka/position.ts': [
      {
        breaks: 'events of a transaction that was aborted count as written',
        text: 'if (records[0]?.key?.readInt16BE(2) === COMMIT) newest',
        fault: 'newest',
      },
      {
        breaks: 'events of an open transaction count as written',
        text: 'if (attributes & TRANSACTIONAL) open.set(producerId, found)\n        else newest = found',
        fault: 'newest = found',
      },
    ],
    'packages/sinks/src/kafka/options.ts': [
      {
        breaks: 'two sinks of two topics fence each other off',
        text: 'transactionalId = `signalbox-${topic}`',
        fault: "transactionalId = 'signalbox'",
      },
    ],
    'packages/sinks/src/kafka/failures.ts': [
      {
        breaks: 'a process that was fenced off continues',
        text: 'fenced.some((reason) => reasons.has(reason))',
        fault: 'fenced.every((reason) => reasons.has(reason))',
      },
      {
        breaks: 'the reason is lost in the cause of an error',
        text: '...(Array.isArray(errors) ? errors : []), cause)',
        fault: '...(Array.isArray(errors) ? errors : []))',
      },
    ],
    'packages/sinks/src/nats/nats-sink.ts': [
      {
        breaks: 'a stream that somebody else wrote to is taken for one without events',
        text: 'if (!message || message.seq < state.last_seq)',
        fault: 'if (!message)',
      },
      {
        breaks: 'the second batch is expected at the end of the first one before',
        text: 'end = { sequence: from.sequence + events.length, id: last._id }',
        fault: 'end = { sequence: from.sequence, id: last._id }',
      },
    ],
    'packages/sinks/src/rabbitmq-stream/wire.ts': [
      {
        breaks: 'a frame that comes in two parts is read too early',
        text: 'if (rest.length < end) return',
        fault: 'if (rest.length < length) return',
      },
    ],
    'packages/sinks/src/redis/append-script.ts': [
      {
        breaks: 'a batch that was half written is written twice',
        text: 'known = known or tonumber(ARGV[from]) == last',
        fault: 'known = known or tonumber(ARGV[from]) < last',
      },
    ],
    'packages/sinks/src/s3/s3-sink.ts': [
      {
        breaks: 'after a failure the position is believed to be the one before',
        text: '// Until it is known whether the object was stored, the position is unknown.\n      known = undefined',
        fault: '',
      },
      {
        breaks: 'a batch is named by its last event',
        text: 'nameOf(first._id)',
        fault: 'nameOf(events.at(-1)!._id)',
      },
    ],
    'packages/sinks/src/s3/bucket.ts': [
      {
        breaks: 'two writers of one object both believe that they wrote it',
        text: "condition === 'absent' ? { 'If-None-Match': '*' }",
        fault: "condition === 'absent' ? {}",
      },
      {
        breaks: 'an empty bucket that does not exist looks like one without events',
        text: 'if (response.status === 404 && !(await isWrong(response))) return undefined',
        fault: 'if (response.status === 404) return undefined',
      },
      {
        breaks: 'prefixes with a space are listed under another name',
        text: ".replaceAll('+', '%20')",
        fault: '',
      },
    ],
    'packages/sinks/src/s3/newest-key.ts': [
      {
        breaks: 'the search in a long log ends at its first page',
        text: 'if (next) newest = next.key\n    else high = middle',
        fault: 'if (!next) return newest\n    newest = next.key',
      },
    ],
    'packages/sinks/src/s3/snapshots/retention.ts': [
      {
        breaks: 'snapshots that readers still load are deleted',
        text: '&& now - snapshot.at > YOUNG_MS',
        fault: '',
      },
      {
        breaks: 'of each hour the oldest snapshot stays',
        text: 'other.revision - one.revision',
        fault: 'one.revision - other.revision',
      },
    ],
    'packages/sinks/src/s3/snapshots/open-snapshot.ts': [
      {
        breaks: 'a snapshot that somebody changed is used',
        text: "if (!mac.verify(hmac as string)) throw new Error('it was changed after it was written')",
        fault: '',
      },
    ],
    'packages/sinks/src/s3/snapshots/s3-snapshots.ts': [
      {
        breaks: 'a snapshot that could not be loaded is never read again',
        text: 'if (known === next) known = undefined',
        fault: '',
      },
    ],
  },
}
