import { choice, object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { sinkStates } from './progress.ts'

const id = Type.String({ minLength: 1, maxLength: 100, description: 'The id of a sink in the settings' })

const sink = object({
  id,
  kind: Type.String({ description: 'What its destination is: `kafka`, `redis`, or the word of another kind' }),
  state: choice(sinkStates, {
    description:
      '`running`; `retrying` after a failure; `stopped`, because events are missing from the log and a snapshot is ' +
      'needed; `waiting` while no process leads it',
  }),
  isLeader: Type.Boolean({ description: 'Whether this process copies the events' }),
  position: Type.Optional(Type.Integer({ description: 'The id of the newest event at the destination, if known' })),
  behind: Type.Optional(
    Type.Integer({
      description: 'How many events of the log it has not processed, if known; 10,000 if there are more',
    }),
  ),
  lag: Type.Optional(
    Type.Number({
      description: 'The age of the oldest event that it has not processed, in seconds; 0 if there is none',
    }),
  ),
  error: Type.Optional(Type.String({ description: 'Why it does not run' })),
})

/** The operations on sinks; all of them require an admin. */
export const sinkContract = {
  list: operation({
    method: 'GET',
    path: '/api/sinks',
    summary: 'List the sinks of this instance, and how far each of them is behind the event log',
    access: 'admin',
    response: object({ results: Type.Array(sink) }),
  }),
  resync: operation({
    method: 'POST',
    path: '/api/sinks/{id}/_resync',
    summary: 'Copy all records to a sink, as events with the type `_SNAPSHOT`; the sink then continues with the log',
    access: 'admin',
    params: { id },
    response: object({
      records: Type.Integer({ description: 'The number of records that are copied' }),
      from: Type.Integer({ description: 'The id of the event with which the snapshot begins' }),
    }),
    fails: ['NOT_FOUND'],
  }),
}
