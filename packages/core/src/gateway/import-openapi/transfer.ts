import type { Answer } from '../../machine/answers/answer.ts'
import { demand } from '../../machine/callers/caller.ts'
import { notFound, problem, SignalboxError } from '../../machine/errors/errors.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import type { ImportOptions } from '../../machine/records/lines/import.ts'
import { type Flushed, type ImportResult, noLines, readLines, together } from '../../machine/records/lines/lines.ts'
import { validate } from '../../machine/schema/validate.ts'
import { digest } from '../../machine/secrets/secret.ts'
import type { CallContext } from '../../operation.ts'
import type { Change } from '../../ports.ts'
import { apiSchema, apis } from '../apis/api.ts'
import { type DocumentLine, documentLineSchema } from './contract.ts'
import { DOCUMENTS, documentKey, findDocument, IMPORTS, type ImportRecord, loadImport } from './documents.ts'
import type { ImportedApi } from './reading.ts'

/**
 * Creates the nd-json export and import of documents. After an import of the APIs it moves everything to another
 * instance without loss.
 */
export function createDocumentTransfer({ store, note, closing }: Instance) {
  async function* exportDocuments(pattern = '*', { caller }: CallContext): AsyncGenerator<DocumentLine> {
    for await (const { key, value } of store.scan(IMPORTS, { where: [pattern, caller.patterns('R', 'Api')] })) {
      const { sha256: last, base, documents } = value as ImportRecord
      for (const sha256 of new Set([last, ...documents])) {
        const document = (await findDocument(store, key, sha256)) as DocumentLine['document']
        yield { apiRef: key, sha256, ...(document && { document }), ...(sha256 === last && { base: { ...base } }) }
      }
    }
  }

  /**
   * Writes one line, and retries if another write came in between. With the strategy `Keep`, documents are added and
   * the base stays.
   */
  async function write(line: DocumentLine, { strategy = 'Keep', dryRun = false }: ImportOptions): Promise<Flushed> {
    const { apiRef, sha256, document } = line
    for (;;) {
      const [saved, { last, version }] = await Promise.all([store.get(apis.plural, apiRef), loadImport(store, apiRef)])
      if (!saved) throw notFound('API', apiRef)
      const isKnown = last !== undefined && (last.documents.includes(sha256) || last.sha256 === sha256)
      const isKept = strategy === 'Keep' && last !== undefined
      if (isKept && (isKnown || !document)) return { ...noLines, kept: 1 }
      const base = isKept ? undefined : (line.base as ImportedApi | undefined)
      const said = base ?? last?.base
      if (!said) throw withoutBase(apiRef)
      const flushed = { accepted: 1, created: Number(!isKnown) }
      if (dryRun) return flushed
      const documents = [...new Set([...(last?.documents ?? []), ...(document ? [sha256] : [])])]
      const record: ImportRecord = { sha256: base ? sha256 : (last?.sha256 ?? sha256), base: said, documents }
      const key = documentKey(apiRef, sha256)
      const changes: Change[] = [
        { op: 'check', collection: apis.plural, key: apiRef, expected: saved.version },
        { op: 'put', collection: IMPORTS, key: apiRef, value: record, expected: version },
        ...(document
          ? [{ op: 'put', collection: DOCUMENTS, key, value: { text: JSON.stringify(document) } } as const]
          : []),
      ]
      if (!('conflict' in (await note(changes)))) return flushed
    }
  }

  return {
    exportDocuments,
    importDocuments: (
      body: Iterable<unknown> | AsyncIterable<unknown>,
      options: ImportOptions,
      { caller, signal }: CallContext,
    ): Promise<Answer<ImportResult>> =>
      readLines<DocumentLine>(body, {
        signals: signal ? [closing, signal] : [closing],
        accept(line) {
          const value = validate(documentLineSchema, line, 'The line') as DocumentLine
          demand(caller, 'U', 'Api', value.apiRef)
          checkLine(value)
          return value
        },
        keyOf: ({ apiRef, sha256 }) => documentKey(apiRef, sha256),
        most: 1,
        async flush(batch) {
          const flushed: Flushed[] = []
          for (const { line, value } of batch)
            flushed.push(await write(value, options).catch((error) => ({ ...noLines, refused: [{ line, error }] })))
          return flushed.reduce(together, noLines)
        },
      }),
  }
}

/** Throws INVALID if the document does not match its SHA-256, or its content is not a valid API. */
function checkLine({ apiRef, sha256, document, base }: DocumentLine): void {
  if (base) validate(apiSchema, { ...base, id: apiRef }, 'The base')
  if (document && digest(JSON.stringify(document)) !== sha256)
    throw new SignalboxError('INVALID', 'The SHA-256 does not match the document: send the line as it was exported', {
      fieldErrors: { '/sha256': [problem('error.digest')] },
    })
}

const withoutBase = (apiRef: string) =>
  new SignalboxError(
    'INVALID',
    `API ${apiRef} does not follow an OpenAPI document yet: upload the line with base first`,
    {
      fieldErrors: { '/base': [problem('error.required')] },
    },
  )
