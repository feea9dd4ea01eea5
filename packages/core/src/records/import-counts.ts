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

const counts = new WeakMap<object, ImportCounts>()

/** Remembers what became of the lines that a result sums up. */
export function withCounts<T extends object>(result: T, counted: ImportCounts): T {
  counts.set(result, counted)
  return result
}

/**
 * Tells created, replaced and kept lines of an upload apart: its result has `success`, created and replaced together, and nothing of
 * those that were kept. `undefined` for anything that is not the result of an upload, copies of it included.
 */
export const importCounts = (result: object): ImportCounts | undefined => counts.get(result)
