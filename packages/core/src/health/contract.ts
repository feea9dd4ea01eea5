import { choice, object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'

const version = Type.Optional(Type.String({ description: 'The version of the server, if it has one' }))
const evaluation = {
  timeZone: Type.String({ description: 'The IANA time zone of dates without a zone' }),
  bucketing: choice(['murmur3', 'classic'], { description: 'How percentages choose clients' }),
  assignment: choice(['balanced', 'hash', 'classic'], { description: 'How experiments choose variants' }),
}

const consumerNames =
  '`state`: the features, configs and keys in memory. `listeners`: listeners of the embedding program. `event-streams`: what ' +
  'sends events to their readers. `webhooks`: all webhooks that are not banned, if this process delivers; ' +
  '`webhook:` and an id: one of the first 100 of them; `other webhooks`: the rest. `data-planes`: those in this process. ' +
  '`sink:` and an id: a sink, if this process copies events to it. ' +
  'Of several, the one that is furthest behind'

/** The operations for probes, and the description of an instance. */
export const healthContract = {
  health: operation({
    method: 'GET',
    path: '/api/_health',
    summary: 'Check whether records can be read and written; returns the version and the evaluation settings',
    access: 'open',
    response: object({
      status: choice(['up']),
      version,
      ...evaluation,
    }),
  }),
  liveness: operation({
    method: 'GET',
    path: '/api/_live',
    summary: 'Check whether the process responds, for liveness probes; does not use the store',
    access: 'open',
    response: object({ status: choice(['up']) }),
  }),
  readiness: operation({
    method: 'GET',
    path: '/api/_ready',
    summary:
      'Check whether records are loaded and up to date, for readiness probes; 503 during start and shutdown, and in long outages of the store',
    access: 'open',
    response: object({
      status: choice(['ready']),
      loaded: Type.Integer({ description: 'The number of features, segments and configs in memory' }),
      store: choice(['up', 'down'], {
        description: 'Whether the store responds; checks are answered from memory either way',
      }),
      lag: Type.Integer({
        description:
          'For how many seconds the store has not responded, or events were not applied; 0 while memory is up to date',
      }),
    }),
  }),
  about: operation({
    method: 'GET',
    path: '/api/_about',
    summary: 'Describe this instance: its version, its store, its event log and the evaluation settings',
    access: 'admin',
    response: object({
      version,
      started: Type.String({ description: 'When this process started: a local date and time with milliseconds' }),
      store: Type.Optional(
        Type.String({ description: 'memory, sqlite, postgres, or the name that another kind of store gives itself' }),
      ),
      ...evaluation,
      events: object({
        head: Type.Integer({ description: 'The id of the newest event; 0 before the first' }),
        retentionDays: Type.Optional(
          Type.Integer({ description: 'For how many days events are kept; absent: as long as the store keeps them' }),
        ),
        streams: Type.Integer({ description: 'The number of event streams that this process has open' }),
        consumers: Type.Array(
          object({
            name: Type.String({ description: consumerNames }),
            position: Type.Integer({ description: 'It has processed the events up to this id' }),
            behind: Type.Integer({ description: 'How many events it has not processed; 10,000 if there are more' }),
            lag: Type.Number({
              description:
                'The age of the oldest event that it has not processed, in seconds; 0 if it has processed all',
            }),
          }),
          { description: 'What reads the log in this process, and how far behind it is' },
        ),
      }),
      duties: Type.Array(
        object({
          name: Type.String({
            description:
              '`event-retention`, `usage-retention` and `experiment-retention` delete old events, usage, and clients of experiments; `snapshots` writes snapshots to a bucket; `subscription-endings` closes and deletes the subscriptions of closed plans and deleted APIs',
          }),
          done: Type.Optional(
            Type.String({ description: 'When it last succeeded in this process. Absent before the first time' }),
          ),
          failures: Type.Integer({ description: 'How often it has failed in this process' }),
          bytes: Type.Optional(Type.Integer({ description: 'The size of what it last wrote, if it writes something' })),
        }),
        { description: 'The tasks that this process repeats in the background' },
      ),
    }),
  }),
}
