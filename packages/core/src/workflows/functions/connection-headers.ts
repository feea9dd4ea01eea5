/**
 * Request headers in lower case that workflows may not set, because they belong to the connection. The script engine
 * rejects the same headers with a list of its own, because it does not load the core.
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
