import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { assetResponse } from './asset.ts'
import { checkDashboardOptions, type DashboardOptions } from './dashboard-options.ts'
import { namesHtml } from './names-html.ts'
import { noPage } from './no-page.ts'
import { pageFor } from './page.ts'
import { preview, previewLimit } from './preview.ts'
import { firstSegments } from './screens-served.ts'

/**
 * Creates the dashboard as a Hono app: one page for the paths of its screens, and the files of that page below `assets`.
 * Programs that ask for a screen without naming HTML get a 404 with the path of the API. All other paths are left to the
 * host, so it can be mounted at the address of the API or below any path. It reads no
 * files, and runs on Node, Bun, Deno and in workers. Throws a `TypeError` for unknown or invalid options.
 *
 * @example
 * ```ts
 * const app = new Hono()
 * app.route('/', toHono(box))
 * app.route('/admin', dashboard({ api: '..', title: 'Production', mark: 'crimson' }))
 * ```
 */
export function dashboard(options: DashboardOptions = {}): Hono {
  checkDashboardOptions(options)
  const { api = '.' } = options
  const page = pageFor(options)
  const pageAt = (depth: number) => (c: Context) => page(depth, c.req.header('If-None-Match'))
  const screenAt = (depth: number) => async (c: Context) => {
    if (!namesHtml(c.req.header('Accept'))) return noPage({ ...addressesOf(c, depth), api })
    const answer = await pageAt(depth)(c)
    answer.headers.append('Vary', 'Accept')
    return answer
  }
  const app = new Hono()
  for (const path of mountItself) app.get(path, (c) => (c.req.path.endsWith('/') ? pageAt(0)(c) : withSlash(c)))
  for (const segment of firstSegments) app.get(`/${segment}/*`, (c) => screenAt(depthOf(c))(c))
  app.post('/preview', previewLimit, preview)
  app.get('/assets/:name', async (c, next) => {
    const { name } = c.req.param()
    return (await assetResponse(name, c.req.header('Accept-Encoding'))) ?? next()
  })
  return app
}

/** The paths of the mount itself: a mount at `/admin` has the first at `/admin`, and the second, an empty segment, at `/admin/`. */
const mountItself = ['/', '/:empty{^$}']

/** How many segments the requested path has below the first one of a screen. The matched route is `<mount>/<screen>/*`. */
function depthOf(c: Context): number {
  const ofScreen = routePath(c).split('/').length - 1
  return c.req.path.split('/').length - ofScreen
}

/** The address of a request, and that of the mount. */
function addressesOf(c: Context, depth: number): { url: URL; base: URL } {
  const url = new URL(c.req.url)
  return { url, base: new URL('../'.repeat(depth) || './', url) }
}

/** Adds the slash to the path of the mount. The address is relative, because a proxy may have removed a prefix. */
function withSlash(c: Context): Response {
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(`./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`)
}
