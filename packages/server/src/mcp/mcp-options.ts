/** The options of `signalbox mcp`. */
export interface McpOptions {
  /** The URL of a server. @default the store of the settings */
  readonly to?: string | undefined
  /** Whether to offer tools that change something. @default false */
  readonly write?: boolean | undefined
  /** The groups of operations to offer, separated by commas. @default all */
  readonly only?: string | undefined
  /** The port to serve HTTP on. @default standard input and output */
  readonly port?: string | undefined
}
