import { pageOf, pageQuery } from '../machine/records/lists/page.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { eventStream, ndjson, operation } from '../operation.ts'
import { usageCountsSchema, usageQuery, usageRowSchema } from '../usage/usage-schema.ts'
import { listedOutcomesSchema } from './outcomes.ts'
import { listedBackendSchema } from './planes/backend-status.ts'
import { listedCaptureSchema } from './planes/capture.ts'
import { listedPlaneSchema } from './planes/data-plane.ts'
import { gatewayReportSchema } from './planes/report-schema.ts'
import { snapshotLineSchema } from './source/wire-units.ts'
import { decisionSchema } from './tail/decision.ts'
import { explainRequestSchema, explanationSchema } from './tail/explanation.ts'
import { tailEventSchema, tailFilter } from './tail/tail-event.ts'
import { listedTrafficSchema } from './tail/traffic.ts'

const { page, pageSize } = pageQuery

/** The operations on the data planes of this process. */
export const servingContract = {
  list: operation({
    method: 'GET',
    path: '/api/gateway',
    summary: 'List the data planes, of this process and with gateway keys, with the revision that each serves',
    access: { domain: 'Api', right: 'R' },
    response: object({
      revision: Type.Integer({ description: 'The id of the newest change event' }),
      gatewayUrl: Type.Optional(
        Type.String({
          description:
            'Where clients reach the gateway: `gatewayUrl` of this instance, the URL of a data plane of this process, or the URL that all other data planes report. Absent: not known, or they report different ones',
        }),
      ),
      results: Type.Array(listedPlaneSchema),
    }),
  }),
  backends: operation({
    method: 'GET',
    path: '/api/gateway/backends',
    summary: 'List the backends in use, with the state of each target, as the data planes of this process judge it',
    access: { domain: 'Api', right: 'R' },
    response: object({ results: Type.Array(listedBackendSchema) }),
  }),
  traffic: operation({
    method: 'GET',
    path: '/api/gateway/traffic',
    summary:
      'Get what the data planes of this process have counted since they started; subtract an earlier answer to get rates',
    access: { domain: 'Api', right: 'R' },
    query: object({
      api: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The id of an API. Absent: all' })),
    }),
    response: object({ results: Type.Array(listedTrafficSchema) }),
  }),
  outcomes: operation({
    method: 'GET',
    path: '/api/gateway/outcomes',
    summary:
      'List how the last 20 requests to each API ended and since when it fails, with the minutes of the last hour',
    access: { domain: 'Api', right: 'R' },
    query: object({
      api: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The id of an API. Absent: all' })),
      minutes: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether to count the requests of each minute; only data planes of this process know them',
        }),
      ),
      routes: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Whether to list the routes that fail; only data planes of this process know them',
        }),
      ),
    }),
    response: object({ results: Type.Array(listedOutcomesSchema) }),
  }),
  usage: operation({
    method: 'GET',
    path: '/api/gateway/usage',
    summary: 'List by page what consumers have used, sorted by API and time, with totals',
    access: { domain: 'Api', right: 'R' },
    query: object({ ...usageQuery, page, pageSize }),
    response: object({
      ...pageOf(usageRowSchema).properties,
      totals: usageCountsSchema,
    }),
  }),
  exportUsage: operation({
    method: 'GET',
    path: '/api/gateway/usage.ndjson',
    summary: 'Download what consumers have used, one a line, for billing',
    access: { domain: 'Api', right: 'R' },
    query: object(usageQuery),
    response: ndjson(usageRowSchema),
    filename: 'gateway_usage.ndjson',
    isReport: true,
  }),
  snapshot: operation({
    method: 'GET',
    path: '/api/gateway/snapshot',
    summary: 'Download what data planes serve, with secrets sealed under the gateway key; the ETag is the revision',
    access: 'gateway',
    response: ndjson(snapshotLineSchema),
    compresses: true,
  }),
  changes: operation({
    method: 'GET',
    path: '/api/gateway/changes',
    summary:
      'Stream the changes after a revision: first the format, then arrays of units, with secrets sealed under the gateway key',
    access: 'gateway',
    query: object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'The revision of the snapshot; the header Last-Event-Id wins' }),
      ),
    }),
    response: eventStream(Type.Array(snapshotLineSchema)),
    fails: ['CONFLICT'],
  }),
  report: operation({
    method: 'POST',
    path: '/api/gateway/reports',
    summary: 'Report the state of a data plane and what it has counted; the answer is the newest revision',
    access: 'gateway',
    body: gatewayReportSchema,
    response: object({ revision: Type.Integer({ description: 'The id of the newest change event' }) }),
    fails: ['CONFLICT'],
  }),
  explain: operation({
    method: 'POST',
    path: '/api/gateway/_explain',
    summary: 'Explain how the data plane would treat a request, without sending it',
    access: { domain: 'Api', right: 'R' },
    body: explainRequestSchema,
    response: explanationSchema,
    safe: true,
    fails: ['CONFLICT'],
  }),
  tail: operation({
    method: 'GET',
    path: '/api/gateway/tail',
    summary: 'Stream the requests to the data planes of this process as they end, up to 500 a second; none are kept',
    access: { domain: 'Api', right: 'R' },
    query: object(tailFilter),
    response: eventStream(tailEventSchema),
  }),
  captures: operation({
    method: 'GET',
    path: '/api/gateway/captures',
    summary: 'List the last 100 requests to an API with `capture`, without secrets, from the memory of this process',
    access: { domain: 'Api', right: 'U' },
    query: object({ api: Type.String({ minLength: 1, maxLength: 200, description: 'The id of the API' }) }),
    response: object({ results: Type.Array(listedCaptureSchema) }),
  }),
  decision: operation({
    method: 'GET',
    path: '/api/gateway/decisions/{requestId}',
    summary: 'Get how one of the last 1,000 requests to the data planes of this process was decided, by its id',
    access: { domain: 'Api', right: 'R' },
    params: { requestId: Type.String({ minLength: 1, maxLength: 200, description: '`X-Request-Id` of the response' }) },
    response: decisionSchema,
    fails: ['NOT_FOUND'],
  }),
}
