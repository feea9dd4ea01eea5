import { pattern } from '../../in-words.ts'
import type { RawBody } from '../../operation.ts'
import { ndjson, operation } from '../../operation.ts'
import { importResult, uploadQuery } from '../../records/contract.ts'
import type { Static } from '../../schema.ts'
import { anyObject, choice, object, output, patterns, Type } from '../../schema.ts'
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
    Type.Unsafe<string>({ ...apiIdSchema, description: 'The API that follows the document, instead of a new one' }),
  ),
  draft: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With `into`: only the draft of the API follows, until it is published',
    }),
  ),
  domain: Type.Optional(Type.String({ description: 'The domain on which the API is exposed' })),
  context_path: apiSchema.properties.context_path,
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only tells what would come of it' })),
})

const conflict = object({
  pointer: Type.String({ description: 'A JSON pointer into the API' }),
  message: Type.String(),
  kept: choice(['api', 'document'], { description: 'Whose word stands' }),
})

const digest = Type.String({
  pattern: pattern('^[0-9a-f]{64}$', 'must be 64 hexadecimal digits'),
  description: 'SHA-256 of the document as JSON',
})

/** An imported document as an nd-json line. */
export const documentLineSchema = object({
  apiRef: apiIdSchema,
  sha256: digest,
  document: Type.Optional(anyObject({ description: 'Absent where nothing names it any more' })),
  base: Type.Optional(
    anyObject({
      description: 'What the document said of the API; of the one alone that the API was last imported from',
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
    summary: 'Make an API of an OpenAPI 3.0, 3.1 or 3.2 document, or of Swagger 2.0, or have one follow it',
    access: { domain: 'Api', right: 'C', or: 'U' },
    query: importOptions,
    body: Type.Unsafe<string | RawBody | Readonly<Record<string, unknown>>>({
      description:
        'The document, or an object whose member `openapi` is the document, or its text, with the options beside it',
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
        Type.Array(warningSchema, { description: 'What could not be imported; pointers into the document' }),
      ),
      changes: output(Type.Array(apiChangeSchema, { description: 'What changes, or would; absent for a new API' })),
      conflicts: output(Type.Array(conflict, { description: 'Where the document and a person say different things' })),
    }),
    status: 201,
    statusWith: { changes: 200 },
    conditional: true,
    fails: ['NOT_FOUND'],
  }),
  document: operation({
    method: 'GET',
    path: '/api/apis/{id}/documents/{sha256}',
    summary:
      'An OpenAPI document that an API was imported from, by its SHA-256, as long as the API, its draft or a deployment names it',
    access: { domain: 'Api', right: 'R' },
    params: { id: apiIdSchema, sha256: digest },
    response: anyObject(),
  }),
  documents: {
    export: operation({
      method: 'GET',
      path: '/api/apis/documents.ndjson',
      summary: 'Download the documents that APIs were imported from, one a line, the one that an API follows first',
      access: { domain: 'Api', right: 'R' },
      query: object({ pattern: Type.Optional(patterns) }),
      response: ndjson(documentLineSchema),
      filename: 'apis_documents.ndjson',
    }),
    import: operation({
      method: 'POST',
      path: '/api/apis/documents.ndjson',
      summary: 'Upload documents of APIs, one a line; the APIs are there already and stay as they are',
      access: { domain: 'Api', right: 'U' },
      query: uploadQuery,
      body: ndjson(documentLineSchema),
      restored: { partOf: { kind: 'apis', by: '/apiRef' } },
      response: importResult,
      limit: 'apiBodyLimit',
    }),
  },
}
