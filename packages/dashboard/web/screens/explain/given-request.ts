/** A request to explain, as a form has it. */
export interface GivenRequest {
  readonly method: string
  /** An absolute URL, or a path with a query. */
  readonly url: string
  readonly headers: readonly GivenHeader[]
}

/** A header of a request. Names may repeat. */
export interface GivenHeader {
  readonly name: string
  readonly value: string
}

/** What a pasted text asks for, with what could not be taken over; or what is wrong with it, in a sentence. */
export type ReadRequest =
  | { readonly request: GivenRequest; readonly notes: readonly string[] }
  | { readonly problem: string }

/** A header line `Name: value`. */
export function readHeader(line: string): GivenHeader | undefined {
  const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/s.exec(line.trim()) ?? []
  return name === undefined ? undefined : { name, value: (value ?? '').trimEnd() }
}
