import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { getRequestListener } from '@hono/node-server'
import type { Report, Signalbox, Store } from '@signalbox/core'
import { portal } from '@signalbox/portal'
import type { Hono } from 'hono'
import { addressOf, isSecure } from '../http/address.ts'
import { refuseTarget } from '../http/request-target.ts'
import { urlOf } from '../http/url-of.ts'
import { createListener } from '../listening/create-listener.ts'
import { type Drainable, drainable } from '../listening/drain.ts'
import { listen } from '../listening/listen.ts'
import type { Observer } from '../observers/observer.ts'
import type { portalProvider } from '../oidc/portal-provider.ts'
import { checkSso } from '../settings/portal-settings.ts'
import type { Settings } from '../settings/settings.ts'

interface PortalParts {
  readonly box: Signalbox
  readonly store: Store
  /** The URL of the server. */
  readonly url: string
  readonly observer: Observer
  readonly report: Report
  readonly tls: TlsOptions | undefined
}

/** The portal of a server. */
export interface OpenedPortal {
  /** Where readers reach it. */
  readonly url: string
  /** The same for pages of the server: a path if it is part of the server, which a proxy may serve at another address. */
  readonly fromServer: string
  /** Its own port; absent if it is part of the server. */
  readonly own?: { readonly http: Server; readonly calls: Drainable }
  /** Adds its paths to the server. */
  addTo(app: Hono): void
}

/**
 * Opens the portal of a server: at `/portal`, or at an origin of its own. Throws a `RangeError` for an invalid theme, and an
 * `Error` if the port is in use, or if people are to sign in with an identity provider and a setting for it is missing.
 */
export async function openPortal(settings: Settings, parts: PortalParts): Promise<OpenedPortal> {
  const { portalPort, portalTitle: title, portalTheme: theme, trustProxy } = settings
  checkSso(settings)
  let serve: Hono['fetch'] = () => new Response('Signalbox is starting\n', { status: 503 })
  const own = portalPort === '' ? undefined : await openPort(settings, parts, (request, env) => serve(request, env))
  const secure = parts.tls && 'https'
  const listening = own ? urlOf(own.http.address() as AddressInfo, secure) : `${parts.url}/portal`
  const url = settings.portalUrl.replace(/\/$/, '') || listening
  const provider = settings.portal === 'sso' ? await openProvider(settings, { ...parts, portalUrl: url }) : undefined
  const create = () =>
    portal(parts.box, {
      ...{ title, portalUrl: url, report: parts.report },
      ...(theme !== '' && { theme }),
      ...(provider && { provider }),
      addressOf: ({ env }) => addressOf(env.incoming, trustProxy),
      isSecure: ({ env }) => isSecure(env.incoming, trustProxy),
    })
  let app: Hono
  try {
    app = create()
  } catch (error) {
    own?.http.close()
    throw new RangeError(`portalTheme is invalid: ${(error as Error).message}`, { cause: error })
  }
  serve = app.fetch
  return {
    url,
    fromServer: own || settings.portalUrl !== '' ? url : 'portal',
    ...(own && { own }),
    addTo(server) {
      if (own) return
      server.route('/portal', app)
      server.get('/.well-known/api-catalog', (c) => app.fetch(new Request(c.req.url, { headers: c.req.raw.headers })))
    },
  }
}

/** Loads the code for identity providers only if there is one. */
const openProvider: typeof portalProvider extends (...given: infer G) => infer P ? (...given: G) => Promise<P> : never =
  async (...given) => (await import('../oidc/portal-provider.ts')).portalProvider(...given)

/** Opens the port of the portal, with the limits and the certificates of the server. */
async function openPort(settings: Settings, { observer, report, tls }: PortalParts, fetch: Hono['fetch']) {
  const listener = getRequestListener(
    (request, env) =>
      refuseTarget((env as { incoming: Parameters<typeof refuseTarget>[0] }).incoming) ?? fetch(request, env),
  )
  const { http } = createListener(settings, {
    ...{ observer, report, tls },
    onRequest(incoming, outgoing) {
      void listener(incoming, outgoing)
    },
  })
  const calls = drainable(http)
  const address = { host: settings.host, port: settings.portalPort as number }
  await listen(http, address, { variable: 'SIGNALBOX_PORTAL_PORT', report })
  return { http, calls }
}
