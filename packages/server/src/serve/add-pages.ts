import { chooseType } from '@signalbox/core/wire'
import { type DashboardOptions, dashboard } from '@signalbox/dashboard'
import { type LandingOptions, landingPage } from '@signalbox/hono'
import type { Hono } from 'hono'

/** What a server shows besides the API. */
export interface Pages extends LandingOptions {
  /** The options of the dashboard; `undefined` if there is none. */
  readonly dashboard: DashboardOptions | undefined
}

/** Adds the pages of a server to its API: at `/`, browsers get the dashboard, and other clients a text with first steps. */
export function addPages(app: Hono, { docs, ...pages }: Pages): Hono {
  const landing = landingPage(docs && { docs })
  if (!pages.dashboard) return app.get('/', (c) => landing(c.req.raw))
  app.get('/', async (c, next) => {
    if (chooseType(c.req.header('Accept'), ['text/plain', 'text/html']) !== 'text/html') return landing(c.req.raw)
    await next()
    c.header('Vary', 'Accept', { append: true })
  })
  return app.route('/', dashboard(pages.dashboard))
}
