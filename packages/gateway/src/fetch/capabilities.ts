/** What a transport can do. */
export interface Capability {
  readonly what: string
  readonly node: string
  readonly fetch: string
}

/**
 * What depends on the transport. With `fetch` the host has parsed the request already, and the runtime writes what the
 * backend gets.
 */
export const capabilities = [
  {
    what: 'framing of requests',
    node: 'checked: version, Content-Length, Transfer-Encoding, repeated Host',
    fetch: 'parsed by the host; URL, Host and header values are checked',
  },
  { what: 'spelling of header names', node: 'kept both ways', fetch: 'lower case' },
  {
    what: 'Host for the backend',
    node: 'that of the client, unless a plugin changes it',
    fetch: 'that of the target; `X-Forwarded-Host` names the other',
  },
  {
    what: 'framing of request bodies',
    node: 'as the client sent them',
    fetch: 'chosen by the runtime, mostly chunked',
  },
  { what: 'bodies of GET and HEAD', node: 'forwarded', fetch: 'dropped: fetch cannot send them' },
  {
    what: 'encoded responses',
    node: 'passed on as they are',
    fetch: 'not asked for; decoded if the backend sends them all the same (on Bun and Deno passed on as they are)',
  },
  {
    what: 'compression of responses',
    node: 'br, gzip and deflate, by level; what waits is flushed, events one by one',
    fetch:
      'the same where the runtime has `node:zlib`; else what its `CompressionStream` can, of bodies whose length is known',
  },
  { what: 'WebSockets', node: 'passed on', fetch: 'requests for one are served like any other' },
  { what: '103 Early Hints', node: 'passed on with `earlyHints`', fetch: 'dropped' },
  { what: '100 Continue of a backend, unasked', node: 'dropped', fetch: 'up to the runtime: an error on Node' },
  {
    what: 'requests of which nothing was sent',
    node: 'known; a target that makes no connection for long is left',
    fetch: 'if the error of the runtime says so',
  },
  { what: 'trailers of responses', node: 'passed on', fetch: 'dropped' },
  { what: 'address of the client', node: 'that of the socket', fetch: 'as the host passes it' },
  {
    what: 'client certificates',
    node: 'from the socket; `Client-Cert` with `trust.clientCert`',
    fetch: 'as the host passes them; `Client-Cert` with `trust.clientCert` where there is `node:crypto`',
  },
  {
    what: 'servers that targets may name',
    node: 'names, and the addresses that they resolve to; never ports of the gateway itself',
    fetch: 'names, and addresses that targets name themselves',
  },
  {
    what: 'HTTP/2 to targets',
    node: '`protocol` HTTP/2 (by ALPN) and h2c',
    fetch: 'chosen by the runtime',
  },
  { what: 'TLS settings of targets', node: 'used', fetch: 'settings of the runtime' },
  {
    what: 'limits of connections',
    node: '`maxConnections` with a share for each client, `keepAlive`, `connectionTimeout`',
    fetch: 'as in the runtime',
  },
] as const satisfies readonly Capability[]

/** What is different with `fetch`, for the status of a gateway. */
export const fetchNotes: readonly string[] = capabilities.map(({ what, fetch }) => `${what}: ${fetch}`)
