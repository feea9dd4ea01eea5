import type { Context } from 'hono'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { assetResponse } from './asset.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { checkDashboardOptions } from './dashboard-options.ts'
import { pageFor } from './page.ts'
import { firstSegments } from './screens-served.ts'

/**
 * Creates the dashboard as a Hono app: one page for the paths of its screens, and the files of that page below `assets`.
 * All other paths are left to the host, so it can be mounted at the address of the API or below any path. It reads no
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
  const page = pageFor(options)
  return new Hono().get(pattern, async (c, next) => {
    const segments = segmentsBelow(c)
    if (segments.length === 0) return withSlash(c)
    const [first = '', ...rest] = segments
    if (first === 'assets' && rest.length === 1) {
      const asset = await assetResponse(rest[0]!, c.req.header('Accept-Encoding'))
      if (asset) return asset
    }
    if (firstSegments.has(first) && rest.length <= DEEPEST) return page(rest.length, c.req.header('If-None-Match'))
    return next()
  })
}

const pattern = '/*'

/** More segments below the first than any screen has. */
const DEEPEST = 7

/** The segments of the path below the mount; the path of the mount without a slash at its end has none. */
function segmentsBelow(c: Context): string[] {
  const ofMount = routePath(c).split('/').length - pattern.split('/').length
  return c.req.path.split('/').slice(ofMount + 1)
}

/** Adds the slash to the path of the mount. The address is relative, because a proxy may have removed a prefix. */
function withSlash(c: Context): Response {
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(`./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`)
}
