/**
 * Request headers that belong to the connection, in lower case: a workflow may not set them. Scripts are refused the same ones by their
 * engine, which does not load the core.
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
