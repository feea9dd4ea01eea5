/** What became of the lines of an upload that were not refused. */
export interface ImportCounts {
  /** Lines whose record was there already and was left alone. */
  readonly kept: number
  /** Lines that made a record. Not known of an upload over HTTP. */
  readonly created?: number
  /** Lines whose record was there already and is now what the line says. Not known of an upload over HTTP. */
  readonly replaced?: number
}

/** The response header that carries how many lines were kept. */
export const KEPT_HEADER = 'Import-Kept'
