import { segmentSchema } from '../machine/keys/key.ts'
import { bulk, crud, importResult, patchable, selectable, uploadQuery } from '../machine/records/contract.ts'
import { choice, object, patterns, Type } from '../machine/schema/schema.ts'
import { ndjson, operation } from '../operation.ts'
import { planStatuses } from '../plans/plan.ts'
import { catalogEntrySchema } from '../plugins/catalog-entry.ts'
import { apiIdSchema, apiSchema, apis, deploymentSchema, draftLineSchema } from './apis/api.ts'
import { apiDiffSchema, impactSchema, lintProblemSchema } from './apis/report-schema.ts'
import { backends } from './backends/backend.ts'
import { importContract } from './import-openapi/contract.ts'
import { documentationContract } from './remote-content/contract.ts'

const read = { domain: 'Api', right: 'R' } as const
const update = { domain: 'Api', right: 'U' } as const
const id = apiIdSchema
const one = { id, deploymentId: segmentSchema }
const pattern = object({ pattern: Type.Optional(patterns) })
const { limit = 'bodyLimit', uncounted = '' } = apis
const whichDeployments = object({
  deployments: Type.Optional(
    choice(['full'], { description: '`full`: the definition of every deployment, not only of the newest' }),
  ),
})

/** Operations on the deployments of an API, which are listed newest first. */
const deployments = {
  list: operation({
    method: 'GET',
    path: '/api/apis/{id}/deployments',
    summary: 'List the deployments of an API, the newest first, without definitions',
    access: read,
    params: { id },
    response: object({ results: Type.Array(deploymentSchema) }),
  }),
  create: operation({
    method: 'POST',
    path: '/api/apis/{id}/deployments',
    summary: 'Publish an API: its draft, which is then deleted, or else the saved API',
    access: update,
    params: { id },
    query: object({
      force: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Publishes the draft even if the API has changed since the draft was created',
        }),
      ),
    }),
    body: object({
      owner: Type.Optional(Type.String({ description: 'Who creates the deployment. Absent: the caller' })),
      version: Type.Optional(Type.String({ minLength: 1, description: 'Absent: the version of the API' })),
    }),
    response: deploymentSchema,
    status: 201,
    conditional: true,
  }),
  get: operation({
    method: 'GET',
    path: '/api/apis/{id}/deployments/{deploymentId}',
    summary: 'Get a deployment with its definition',
    access: read,
    params: one,
    response: deploymentSchema,
  }),
  restore: operation({
    method: 'POST',
    path: '/api/apis/{id}/deployments/{deploymentId}/_restore',
    summary: 'Restore an earlier deployment as a new deployment; the draft does not change',
    access: update,
    params: one,
    response: deploymentSchema,
    status: 201,
    conditional: true,
  }),
  diff: operation({
    method: 'GET',
    path: '/api/apis/{id}/deployments/{a}/_diff/{b}',
    summary: 'Compare two deployments',
    access: read,
    params: { id, a: segmentSchema, b: segmentSchema },
    response: apiDiffSchema,
  }),
  export: operation({
    method: 'GET',
    path: '/api/apis/deployments.ndjson',
    summary: 'Download deployments, one a line, the oldest of an API first',
    access: read,
    query: pattern,
    response: ndjson(deploymentSchema),
    filename: 'apis_deployments.ndjson',
  }),
  import: operation({
    method: 'POST',
    path: '/api/apis/deployments.ndjson',
    summary: 'Upload deployments, one a line',
    access: update,
    query: uploadQuery,
    body: ndjson(deploymentSchema),
    restored: { formerly: ['deployments'], partOf: { kind: 'apis', by: '/apiRef' } },
    response: importResult,
    limit,
  }),
}

const anyPatch = patchable(apis).patch

/** Operations on the draft of an API. An API without a draft answers as its saved version. */
const draft = {
  get: operation({
    method: 'GET',
    path: '/api/apis/{id}/draft',
    summary: 'Get the draft of an API, or the saved API if there is no draft',
    access: read,
    params: { id },
    query: whichDeployments,
    response: apiSchema,
    conditional: true,
    moves: true,
  }),
  replace: operation({
    method: 'PUT',
    path: '/api/apis/{id}/draft',
    summary: 'Save a draft; its state is always the state of the API',
    access: update,
    params: { id },
    body: apiSchema,
    response: apiSchema,
    conditional: true,
    limit,
    uncounted,
  }),
  patch: operation({
    ...anyPatch,
    path: '/api/apis/{id}/draft',
    summary: 'Patch the draft; without a draft, create one from the saved API',
  }),
  delete: operation({
    method: 'DELETE',
    path: '/api/apis/{id}/draft',
    summary: 'Discard the draft',
    access: update,
    params: { id },
    response: apiSchema,
    conditional: true,
  }),
  diff: operation({
    method: 'GET',
    path: '/api/apis/{id}/draft/_diff',
    summary: 'Compare the draft with what is served',
    access: read,
    params: { id },
    response: apiDiffSchema,
  }),
  export: operation({
    method: 'GET',
    path: '/api/apis/drafts.ndjson',
    summary: 'Download drafts, one a line',
    access: read,
    query: pattern,
    response: ndjson(draftLineSchema),
    filename: 'apis_drafts.ndjson',
  }),
  import: operation({
    method: 'POST',
    path: '/api/apis/drafts.ndjson',
    summary: 'Upload drafts, one a line',
    access: update,
    query: uploadQuery,
    body: ndjson(draftLineSchema),
    restored: { formerly: ['drafts'], partOf: { kind: 'apis', by: '/api/id' } },
    response: importResult,
    limit,
  }),
}

const { deleteMany: _apis, ...apiRecords } = crud(apis)
const { deleteMany: _backends, ...backendRecords } = crud(backends)

/** The operations on APIs. */
export const apiContract = {
  ...apiRecords,
  get: operation({
    ...apiRecords.get,
    summary: 'Get an API with its deployments; the newest has its definition',
    query: whichDeployments,
  }),
  ...selectable(apis),
  ...patchable(apis),
  ...bulk(apis),
  delete: operation({
    ...apiRecords.delete,
    summary:
      'Delete an API with its draft and deployments; an API with subscriptions requires `force`, which deletes them too',
    query: object({
      force: Type.Optional(
        Type.Boolean({ default: false, description: 'Also deletes its subscriptions and their credentials' }),
      ),
    }),
  }),
  duplicate: operation({
    method: 'POST',
    path: '/api/apis/{id}/_duplicate',
    summary: 'Duplicate an API in staging, with its secrets and without its deployments',
    access: update,
    params: { id },
    body: object({
      id: Type.Optional(id),
      name: Type.Optional(Type.String({ minLength: 1 })),
      context_path: apiSchema.properties.context_path,
      version: apiSchema.properties.version,
    }),
    response: apiSchema,
    status: 201,
    conditional: true,
  }),
  lint: operation({
    method: 'GET',
    path: '/api/apis/{id}/_lint',
    summary: 'Lint an API: list its mistakes',
    access: read,
    params: { id },
    response: object({ problems: Type.Array(lintProblemSchema) }),
  }),
  impact: operation({
    method: 'GET',
    path: '/api/apis/{id}/plans/{planId}/_impact',
    summary: 'Get the subscriptions and credentials that a change of a plan would stop',
    access: read,
    params: { id, planId: segmentSchema },
    query: object({ status: choice(planStatuses, { description: 'The new status of the plan' }) }),
    response: impactSchema,
  }),
  plugins: operation({
    method: 'GET',
    path: '/api/plugins',
    summary: 'List the plugins that flows of APIs can use, with the JSON Schemas of their configurations',
    access: read,
    response: object({ results: Type.Array(catalogEntrySchema) }),
    revalidates: true,
  }),
  ...importContract,
  documentation: documentationContract,
  deployments,
  draft,
}

/** The operations on backends that all APIs can use. */
export const backendContract = {
  ...backendRecords,
  ...selectable(backends),
  ...patchable(backends),
  ...bulk(backends),
}
