import type { Listed } from '@signalbox/core/wire'
import { encodeError, SignalboxError } from '@signalbox/core/wire'
import type { Context, Handler } from 'hono'
import { matchedRoutes, routePath } from 'hono/route'

/** Answers what no operation does: 405 with `Allow` on a path that has operations, else 404. Routes of the host behind it go first. */
export function answerUnknown(listed: readonly Listed[]): Handler {
  const paths = listed.map(({ operation: { method, path } }) => ({ method, expression: toExpression(path) }))

  return (c, next) => {
    if (c.req.routeIndex < matchedRoutes(c).length - 1) return next()
    const { method, path } = c.req
    const asked = pathOf(c)
    const allowed = new Set(paths.filter(({ expression }) => expression.test(asked)).map((one) => one.method as string))
    if (allowed.size === 0)
      return encodeError(new SignalboxError('NOT_FOUND', `There is nothing at ${path.slice(0, 200)}`))
    if (allowed.has('GET')) allowed.add('HEAD')
    const allow = [...allowed].sort().join(', ')
    return encodeError(
      new SignalboxError('METHOD_NOT_ALLOWED', `${path.slice(0, 200)} takes ${allow}, not ${method}`),
      {
        Allow: allow,
      },
    )
  }
}

/** The path without what the host mounted us below: as many segments as this route (`/api/*` here) has there before its last two. */
function pathOf(c: Context): string {
  const mounted = routePath(c).split('/').length - 3
  const [, ...segments] = c.req.path.split('/')
  return `/${segments.slice(mounted).join('/')}`
}

/** What the path of a request must look like; its query is apart. */
function toExpression(template: string): RegExp {
  const [path = ''] = template.split('?')
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]+')}$`)
}
