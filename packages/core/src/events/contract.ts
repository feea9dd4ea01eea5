import type { Domains } from '../callers/domains.ts'
import { changeEventSchema } from '../log/event.ts'
import { eventStream, operation } from '../operation.ts'
import { choice, object, patterns, Type } from '../schema.ts'

const lastEventId = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Replays the events after this one, like the header Last-Event-Id' }),
)
const filter = { patterns: Type.Optional(patterns), pattern: Type.Optional(patterns), lastEventId }

/** The operations of the event streams. */
export const eventContract = <const D extends string, const T extends string>(domains: Domains<D, T>) => ({
  stream: operation({
    method: 'GET',
    path: '/api/events',
    summary: 'Stream the change events of all selected domains',
    access: 'known',
    query: object({
      domains: Type.Optional(
        Type.String({ description: `Domains separated by commas; absent: ${domains.streamed.join(', ')}` }),
      ),
      ...filter,
    }),
    response: eventStream(changeEventSchema(domains)),
  }),
  streamDomain: operation({
    method: 'GET',
    path: '/api/events/{domain}',
    summary: 'Stream the change events of one domain',
    access: 'known',
    params: { domain: choice(domains.names) },
    query: object(filter),
    response: eventStream(changeEventSchema(domains)),
  }),
})
