/** Where a server logs. Loggers of pino and winston fit, and `console`. */
export interface Logger {
  debug(message: string): unknown
  info(message: string): unknown
  warn(message: string): unknown
  /** Takes a copy of an error without secrets. It has a `requestId` if the error happened in a request. */
  error(error: Error): unknown
}

/** The log of a process. */
export interface ProcessLog extends Logger {
  readonly form: 'json' | 'pretty' | 'off'
  /** Resolves when everything is written, or after a second. */
  flush(): Promise<void>
}
