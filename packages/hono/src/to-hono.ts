import { checkOptions } from '@signalbox/core/errors'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { matchedRoutes, routePath } from 'hono/route'
import { identifier } from './answering/identifier.ts'
import { toDescriber } from './answering/to-describer.ts'
import { type Handler, toHandler } from './answering/to-handler.ts'
import { type HonoOptions, optionNames } from './hono-options.ts'
import type { Mountable } from './mountable.ts'
import { nearestPath } from './nearest-path.ts'
import { createRoutes } from './routes.ts'
import { answerUnknown } from './unknown.ts'

/** All routes of this app are below one of these. */
const roots = ['/api/*', '/apis/*', '/ofrep/*']

/**
 * Mounts an API as a Hono app: every operation, and an error for every other path below `/api`, `/apis` and `/ofrep`.
 * Use it alone (`app.fetch`), or next to routes of your own, which may also be below those paths.
 *
 * @example
 * ```ts
 * const app = new Hono()
 * app.get('/api/hello', (c) => c.text('Hello'))
 * app.route('/', toHono(createSignalbox()))
 * ```
 */
export function toHono(box: Mountable, options: HonoOptions = {}): Hono {
  checkOptions('toHono', options, optionNames)
  const { corsOrigins = [] } = options
  const app = new Hono()
  const identify = identifier<Context>(box, options, (c) => c.req.raw)
  const { listed, paths, find, methods } = createRoutes<Handler>(box, options, {
    toCall: (one, fixedQueries) => toHandler(one, { box, identify, options, fixedQueries }),
    toDescription: (one) => toDescriber(one, { identify, options }),
  })
  const near = nearestPath(paths)
  if (corsOrigins.length > 0)
    for (const path of new Set(listed.map((one) => toPath(one.operation.path))))
      app.use(path, allowOrigins(corsOrigins))
  for (const root of roots)
    app.all(root, (c, next) => {
      const path = pathOf(c, root)
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      const match = find(method, path, (name) => c.req.query(name))
      if (match) return match.target(c, match.params)
      const isLast = c.req.routeIndex === matchedRoutes(c).length - 1
      if (!isLast) return next()
      const takes = methods(path)
      const like = takes.length === 0 ? near(path) : undefined
      return answerUnknown(c.req, takes, like && c.req.path.slice(0, -path.length) + like)
    })
  return app
}

/**
 * The path without the prefix under which the host mounted this app: as many segments as the matched route has before
 * `root`.
 */
function pathOf(c: Context, root: string): string {
  const route = routePath(c)
  if (route === root) return c.req.path
  const below = route.split('/').length - root.split('/').length
  return `/${c.req.path
    .split('/')
    .slice(below + 1)
    .join('/')}`
}

/** A path of the contract in Hono's syntax, without its query. */
const toPath = (template: string): string => template.replace(/\?.*/, '').replace(/{(\w+)}/g, ':$1')

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposeHeaders: ['ETag', 'Events-Oldest', 'Import-Kept', 'Last-Event-Id', 'Retry-After', 'X-Request-Id'],
  })
