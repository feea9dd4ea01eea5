/** Which past events a file has. Lists are separated by commas; what is absent selects all. */
export interface HistoryQuery {
  readonly domains: string
  /** The key of one record. */
  readonly key?: string
  readonly pattern?: string
  readonly types?: string
  /** The id of an author. */
  readonly author?: string
}

/** The address of the file of past events, one a line, from the oldest to the newest. */
export const historyFile = (apiUrl: string, query: HistoryQuery): string =>
  `${apiUrl}/api/events/_history.ndjson?${new URLSearchParams({ ...query })}`
