import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { Report } from '@signalbox/core'
import { encodeError, SignalboxError } from '@signalbox/core/wire'
import { addressOf } from '../http/address.ts'
import { refuseTarget } from '../http/request-target.ts'
import { urlOf } from '../http/url-of.ts'
import { createListener } from '../listening/create-listener.ts'
import { listen } from '../listening/listen.ts'
import { watchDescriptors } from '../overload/descriptors.ts'
import type { Settings } from '../settings/settings.ts'
import type { CreateMcpServer } from './mcp-server.ts'

/** The sender of a request: its credentials decide what its calls may do. */
export interface Sender {
  /** The headers with an API key, as they were sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly address: string
}

/** What is served, and to whom. */
export interface HttpParts {
  readonly create: CreateMcpServer
  /** Returns the API as a sender may use it. */
  readonly apiFor: (sender: Sender) => object
  readonly report: Report
}

/** A server that listens. */
export interface HttpServing {
  /** The address for clients. */
  readonly url: string
  close(): Promise<void>
}

/** The only path. */
const PATH = '/mcp'
/** The most open streams of notifications. No notification is ever sent on them. */
const MOST_STREAMS = 100

/**
 * Serves the Model Context Protocol over streamable HTTP. No request leaves anything behind: there are no sessions, and each
 * request is answered with the rights of its own API key. Requests of web pages of other hosts are rejected, and those
 * for other hosts, to which DNS may have been rebound.
 */
export async function serveHttp(
  settings: Settings & { readonly port: number },
  { create, apiFor, report }: HttpParts,
): Promise<HttpServing> {
  const hosts = [...localhostAllowedHostnames(), settings.host, ...settings.mcpHosts]
  const handler = createMcpHandler(({ authInfo }) => create(apiFor(authInfo?.extra?.sender as Sender)), {
    onerror: () => {}, // invalid requests, which clients get an error for
    maxSubscriptions: MOST_STREAMS,
  })

  async function answer(request: Request, { incoming }: HttpBindings): Promise<Response> {
    const rejected =
      hostHeaderValidationResponse(request, hosts) ??
      originValidationResponse(request, hosts) ??
      refusePath(new URL(request.url).pathname)
    const sender = { headers: credentialsOf(request, settings), address: addressOf(incoming, settings.trustProxy) }
    return rejected ?? handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { sender } } })
  }

  const listener = getRequestListener(
    (request, env) => refuseTarget(env.incoming as IncomingMessage) ?? answer(request, env as HttpBindings),
  )
  const onRequest: RequestListener = (incoming, outgoing) => void listener(incoming, outgoing)
  const { http } = createListener(settings, { observer: {}, report, onRequest })
  await listen(http, settings, { variable: '--port', report })
  watchDescriptors(http, report)
  return {
    url: urlOf(http.address() as AddressInfo) + PATH,
    async close() {
      http.close()
      await handler.close()
      http.closeAllConnections()
    },
  }
}

const refusePath = (path: string): Response | undefined =>
  path === PATH ? undefined : encodeError(new SignalboxError('NOT_FOUND', `Nothing is served here: use ${PATH}`))

/** The headers of a request that carry an API key. */
const credentialsOf = ({ headers }: Request, { clientIdHeader, clientSecretHeader }: Settings): Sender['headers'] =>
  Object.fromEntries(
    [clientIdHeader, clientSecretHeader, 'Authorization', 'X-API-Key'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
