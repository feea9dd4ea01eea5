/** The accepted lines of an upload by outcome. */
export interface ImportCounts {
  /** Lines whose record existed and was left unchanged. */
  readonly kept: number
  /** Lines that created a record. Unknown for an upload over HTTP. */
  readonly created?: number
  /** Lines that replaced an existing record. Unknown for an upload over HTTP. */
  readonly replaced?: number
}

/** The response header with the number of kept lines. */
export const KEPT_HEADER = 'Import-Kept'
