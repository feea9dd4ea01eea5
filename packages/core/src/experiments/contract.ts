import { keySchema } from '../machine/keys/key.ts'
import { bulk, crud, importResult, patchable } from '../machine/records/contract.ts'
import { firstPage, pageOf, pageQuery } from '../machine/records/lists/page.ts'
import { anyObject, object, patterns, Type } from '../machine/schema/schema.ts'
import { ndjson, operation } from '../operation.ts'
import { erasureContract } from './erasure/contract.ts'
import {
  bindingSchema,
  clientIdSchema,
  contextSchema,
  experiments,
  phasesSchema,
  variantEventSchema,
  variantSchema,
} from './experiment.ts'
import { batchResultSchema, batchSchema } from './recording/record-batch.ts'
import { resultsSchema } from './results/result-schema.ts'
import { experimentSummarySchema } from './results/summary-schema.ts'

const read = { domain: 'Experiment', right: 'R' } as const
const create = { domain: 'Experiment', right: 'C' } as const
const client = object({ clientId: clientIdSchema })
const pattern = Type.Optional(patterns)
const tree = anyObject({ description: 'A level for each segment of the keys; each leaf has `variant`' })
const force = object({
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also removes variants that clients are bound to, with their bindings',
    }),
  ),
})
const records = { ...crud(experiments), ...patchable(experiments) }

/** The operations on experiments: records, recording, results, and nd-json. */
export const experimentContract = {
  ...records,
  replace: operation({ ...records.replace, summary: 'Replace an experiment', query: force }),
  patch: operation({ ...records.patch, query: force }),
  ...bulk(experiments),
  displayed: operation({
    method: 'POST',
    path: '/api/experiments/{id}/displayed',
    summary: 'Record that a client saw its variant; the first call binds the client to a variant',
    access: read,
    params: { id: keySchema },
    query: client,
    body: contextSchema,
    optionalBody: true,
    response: variantEventSchema,
    idempotent: true,
  }),
  won: operation({
    method: 'POST',
    path: '/api/experiments/{id}/won',
    summary: 'Record that a client reached the goal of the experiment',
    access: read,
    params: { id: keySchema },
    query: client,
    body: contextSchema,
    optionalBody: true,
    response: variantEventSchema,
    idempotent: true,
  }),
  record: operation({
    method: 'POST',
    path: '/api/experiments/_records',
    summary: 'Record what happened to up to 1,000 clients; each record succeeds or fails independently, in order',
    access: read,
    body: batchSchema,
    response: batchResultSchema,
  }),
  variant: operation({
    method: 'GET',
    path: '/api/experiments/{id}/variant',
    summary: 'Get the variant that a client is bound to',
    access: read,
    params: { id: keySchema },
    query: client,
    response: variantSchema,
  }),
  bindVariant: operation({
    method: 'POST',
    path: '/api/experiments/{id}/variant',
    summary: 'Get the variant of a client in a context; binds the client if it is unbound',
    access: read,
    params: { id: keySchema },
    query: client,
    body: contextSchema,
    optionalBody: true,
    response: variantSchema,
  }),
  tree: operation({
    method: 'GET',
    path: '/api/tree/experiments',
    summary: 'Get the variants of a client as a tree; binds the client where it is unbound and eligible',
    access: read,
    query: object({ pattern, clientId: clientIdSchema }),
    response: tree,
    safe: false,
  }),
  treeWith: operation({
    method: 'POST',
    path: '/api/tree/experiments',
    summary: 'Get the variants of a client in a context as a tree; binds the client where it is unbound and eligible',
    access: read,
    query: object({ pattern, clientId: clientIdSchema }),
    body: contextSchema,
    optionalBody: true,
    response: tree,
  }),
  results: operation({
    method: 'GET',
    path: '/api/experiments/{id}/results',
    summary: 'Get the results of an experiment, with intervals',
    access: read,
    params: { id: keySchema },
    response: resultsSchema,
    abortable: true,
  }),
  summary: operation({
    method: 'GET',
    path: '/api/experiments/_summary',
    summary: 'List the results of experiments in short, by page: clients, leading variant and alarm, sorted by id',
    access: read,
    query: object({
      ...pageQuery,
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: firstPage.pageSize })),
    }),
    response: pageOf(experimentSummarySchema),
    abortable: true,
  }),
  exportBindings: operation({
    method: 'GET',
    path: '/api/experiments/bindings.ndjson',
    summary: 'Download variant bindings, one a line',
    access: read,
    query: object({ pattern }),
    response: ndjson(bindingSchema),
    filename: 'experiments_bindings.ndjson',
  }),
  importBindings: operation({
    method: 'POST',
    path: '/api/experiments/bindings.ndjson',
    summary: 'Upload variant bindings, one a line',
    access: create,
    body: ndjson(bindingSchema),
    restored: {
      formerly: ['bindings'],
      partOf: { kind: 'experiments', by: '/experimentId', elseBegins: '/variantBindingKey' },
    },
    response: importResult,
  }),
  exportEvents: operation({
    method: 'GET',
    path: '/api/experiments/events.ndjson',
    summary: 'Download variant events, one a line',
    access: read,
    query: object({ pattern }),
    response: ndjson(variantEventSchema),
    filename: 'experiments_events.ndjson',
  }),
  importEvents: operation({
    method: 'POST',
    path: '/api/experiments/events.ndjson',
    summary: 'Upload variant events, one a line',
    access: create,
    body: ndjson(variantEventSchema),
    restored: {
      formerly: ['events'],
      after: ['experiments/bindings'],
      partOf: { kind: 'experiments', by: '/experimentId' },
    },
    response: importResult,
  }),
  exportPhases: operation({
    method: 'GET',
    path: '/api/experiments/phases.ndjson',
    summary: 'Download the phases of experiments (times with the same variants and traffic), one experiment per line',
    access: read,
    query: object({ pattern }),
    response: ndjson(phasesSchema),
    filename: 'experiments_phases.ndjson',
  }),
  importPhases: operation({
    method: 'POST',
    path: '/api/experiments/phases.ndjson',
    summary: 'Upload the phases of experiments, after their bindings; each line replaces the phases of an experiment',
    access: create,
    body: ndjson(phasesSchema),
    restored: {
      after: ['experiments/bindings', 'experiments/events'],
      partOf: { kind: 'experiments', by: '/experimentId' },
    },
    response: importResult,
  }),
  ...erasureContract,
}
