import { createDocument, type OpenApiDocument } from './document.ts'

/** The OpenAPI documents of the APIs that a data plane serves. */
export interface Documents {
  /** Keeps the documents of an API, as JSON texts by SHA-256, and drops all others of it. @default none */
  keep(api: string, texts?: Readonly<Record<string, string>>): void
  /** A document of an API; the same one until it is dropped. */
  find(api: string, sha256: string): OpenApiDocument | undefined
}

/** Creates a place for documents. Each is parsed when it is used first. */
export function createDocuments(): Documents {
  const byApi = new Map<string, ReadonlyMap<string, OpenApiDocument>>()
  return {
    keep(api, texts = {}) {
      const before = byApi.get(api)
      const kept = new Map(
        Object.entries(texts).map(([sha256, text]) => [sha256, before?.get(sha256) ?? createDocument(text)]),
      )
      if (kept.size === 0) byApi.delete(api)
      else byApi.set(api, kept)
    },
    find: (api, sha256) => byApi.get(api)?.get(sha256),
  }
}
