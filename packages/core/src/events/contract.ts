import type { Domains } from '../machine/callers/domains.ts'
import { changeEventSchema } from '../machine/log/event.ts'
import { dateParameter } from '../machine/schema/date-parameter.ts'
import { choice, object, patterns, Type } from '../machine/schema/schema.ts'
import { eventStream, ndjson, operation } from '../operation.ts'

const lastEventId = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Replays the events after this one, like the header Last-Event-Id' }),
)
const types = Type.Optional(Type.String({ description: 'Types of events separated by commas; absent: all' }))
const filter = { types, patterns: Type.Optional(patterns), pattern: Type.Optional(patterns), lastEventId }

/** The operations of the event streams, and of past events. */
export const eventContract = <const D extends string, const T extends string>(domains: Domains<D, T>) => ({
  stream: operation({
    method: 'GET',
    path: '/api/events',
    summary: 'Stream the change events of all selected domains',
    access: 'known',
    query: object({
      domains: namesOfDomains(domains),
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
  history: operation({
    method: 'GET',
    path: '/api/events/_history',
    summary: 'List past change events, from the newest to the oldest',
    access: 'authenticated',
    query: object({
      ...pastFilter(domains),
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only events with smaller ids' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
    }),
    response: object({
      results: Type.Array(changeEventSchema(domains)),
      next: Type.Optional(
        Type.Integer({
          description:
            '`before` of the next page; absent if there is nothing older. A page may have fewer results than `limit`',
        }),
      ),
      oldest: Type.Optional(
        Type.String({ description: 'The timestamp of the oldest event that is retained; absent if there is none' }),
      ),
    }),
  }),
  exportHistory: operation({
    method: 'GET',
    path: '/api/events/_history.ndjson',
    summary: 'Download past change events, one a line, from the oldest to the newest',
    access: 'authenticated',
    query: object({
      ...pastFilter(domains),
      since: dateParameter('Only events from this time on'),
      until: dateParameter('Only events before this time'),
      after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only events with greater ids' })),
    }),
    response: ndjson(changeEventSchema(domains)),
    filename: 'history.ndjson',
    isReport: true,
    tellsOldest: true,
  }),
})

/** The query parameters that select past events. */
const pastFilter = (domains: Domains) => ({
  domains: namesOfDomains(domains),
  patterns: filter.patterns,
  pattern: filter.pattern,
  key: Type.Optional(Type.String({ description: 'Only events with exactly this key' })),
  types,
  author: Type.Optional(Type.String({ description: 'Only events whose author has this id' })),
})

const namesOfDomains = ({ streamed }: Domains) =>
  Type.Optional(Type.String({ description: `Domains separated by commas; absent: ${streamed.join(', ')}` }))
