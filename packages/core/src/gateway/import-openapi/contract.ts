import { pattern } from '../../machine/errors/in-words.ts'
import { importResult, uploadQuery } from '../../machine/records/contract.ts'
import { anyObject, choice, object, output, patterns, type Static, Type } from '../../machine/schema/schema.ts'
import { ndjson, operation, type RawBody } from '../../operation.ts'
import { apiIdSchema, apiSchema } from '../apis/api.ts'
import { apiChangeSchema } from '../apis/report-schema.ts'
import { warningSchema } from '../compile/compiled-route.ts'

const MIB = 1024 * 1024

/** Default size limits of an OpenAPI document in bytes. */
export const documentLimits = { json: 16 * MIB, yaml: 4 * MIB } as const

/** Options of an import: query parameters, or members beside the document. */
const importOptions = object({
  id: Type.Optional(Type.Unsafe<string>({ ...apiIdSchema, description: 'The id of the new API. Absent: generated' })),
  into: Type.Optional(
    Type.Unsafe<string>({
      ...apiIdSchema,
      description: 'The id of the API to update from the document. Absent: a new API',
    }),
  ),
  draft: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With `into`: updates only the draft of the API, until you publish it',
    }),
  ),
  domain: Type.Optional(Type.String({ description: 'The domain of the API' })),
  context_path: apiSchema.properties.context_path,
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only reports the result' })),
})

const conflict = object({
  pointer: Type.String({ description: 'A JSON pointer into the API' }),
  message: Type.String(),
  kept: choice(['api', 'document'], { description: 'Whose version is kept' }),
})

const digest = Type.String({
  pattern: pattern('^[0-9a-f]{64}$', 'must be 64 hexadecimal digits'),
  description: 'SHA-256 of the document as JSON',
})

/** An imported document as an nd-json line. */
export const documentLineSchema = object({
  apiRef: apiIdSchema,
  sha256: digest,
  document: Type.Optional(anyObject({ description: 'Absent if it is no longer used' })),
  base: Type.Optional(
    anyObject({
      description: 'The API as the document describes it; only for the latest imported document',
    }),
  ),
})
/** An imported document as an nd-json line. */
export type DocumentLine = Static<typeof documentLineSchema>

/** Operations that import OpenAPI documents as APIs and return the imported documents. */
export const importContract = {
  importOpenApi: operation({
    method: 'POST',
    path: '/api/apis/_import',
    summary: 'Create an API from an OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0 document, or update one',
    access: { domain: 'Api', right: 'C', or: 'U' },
    query: importOptions,
    body: Type.Unsafe<string | RawBody | Readonly<Record<string, unknown>>>({
      description: 'The document, or an object with the document, or its text, as `openapi` and the options beside it',
    }),
    raw: {
      'application/json': documentLimits.json,
      'application/vnd.oai.openapi+json': documentLimits.json,
      'application/yaml': documentLimits.yaml,
      'application/x-yaml': documentLimits.yaml,
      'text/yaml': documentLimits.yaml,
      'application/vnd.oai.openapi': documentLimits.yaml,
      'application/vnd.oai.openapi+yaml': documentLimits.yaml,
    },
    response: object({
      ...apiSchema.properties,
      warnings: output(
        Type.Array(warningSchema, { description: 'Parts that were not imported, with pointers into the document' }),
      ),
      changes: output(
        Type.Array(apiChangeSchema, { description: 'The changes, made or with dryRun planned; absent for a new API' }),
      ),
      conflicts: output(Type.Array(conflict, { description: 'Differences between the document and manual changes' })),
    }),
    status: 201,
    statusWith: { changes: 200 },
    conditional: true,
    fails: ['NOT_FOUND'],
  }),
  document: operation({
    method: 'GET',
    path: '/api/apis/{id}/documents/{sha256}',
    summary: 'Get an imported OpenAPI document by its SHA-256, as long as the API, its draft or a deployment uses it',
    access: { domain: 'Api', right: 'R' },
    params: { id: apiIdSchema, sha256: digest },
    response: anyObject(),
  }),
  documents: {
    export: operation({
      method: 'GET',
      path: '/api/apis/documents.ndjson',
      summary: 'Download imported OpenAPI documents, one a line, the current document of an API first',
      access: { domain: 'Api', right: 'R' },
      query: object({ pattern: Type.Optional(patterns) }),
      response: ndjson(documentLineSchema),
      filename: 'apis_documents.ndjson',
    }),
    import: operation({
      method: 'POST',
      path: '/api/apis/documents.ndjson',
      summary: 'Upload OpenAPI documents of existing APIs, one a line; the APIs do not change',
      access: { domain: 'Api', right: 'U' },
      query: uploadQuery,
      body: ndjson(documentLineSchema),
      restored: { formerly: ['documents'], partOf: { kind: 'apis', by: '/apiRef' } },
      response: importResult,
      limit: 'apiBodyLimit',
    }),
  },
}
