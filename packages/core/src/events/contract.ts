import { eventStream, operation } from '../operation.ts'
import { choice, object, patterns, Type } from '../schema.ts'
import { changeEventSchema, domainNames, streamedByDefault } from './event.ts'

const lastEventId = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Replays what follows this event; the header Last-Event-Id does the same' }),
)
const filter = { patterns: Type.Optional(patterns), pattern: Type.Optional(patterns), lastEventId }

/** The event streams of the contract. */
export const eventContract = {
  stream: operation({
    method: 'GET',
    path: '/api/events',
    summary: 'Stream the change events of all selected domains',
    access: 'authenticated',
    query: object({
      domains: Type.Optional(
        Type.String({ description: `Domains separated by commas; absent: ${streamedByDefault.join(', ')}` }),
      ),
      ...filter,
    }),
    response: eventStream(changeEventSchema),
  }),
  streamDomain: operation({
    method: 'GET',
    path: '/api/events/{domain}',
    summary: 'Stream the change events of one domain',
    access: 'authenticated',
    params: { domain: choice(domainNames) },
    query: object(filter),
    response: eventStream(changeEventSchema),
  }),
}
