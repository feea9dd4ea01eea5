// The dashboard below /admin of your own Hono app, with the app's own users and sign-in page.
// Run: npm run build:page -w @signalbox/dashboard && npx node --conditions=@signalbox/source examples/dashboard.ts, then open the address.
import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { createSignalbox, type Identity } from '@signalbox/core'
import { dashboard } from '@signalbox/dashboard'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const box = createSignalbox()
await box.features.create({ body: { id: 'shop:express', enabled: false, activationStrategy: 'NO_STRATEGY' } })
await box.features.create({ body: { id: 'blog:comments', enabled: true, activationStrategy: 'NO_STRATEGY' } })

/** The users of the app. Ann may change everything; Ben sees all features and edits features of the shop. */
const users: Readonly<Record<string, Identity>> = {
  ann: { id: 'ann', name: 'Ann', admin: true },
  ben: { id: 'ben', name: 'Ben', authorizedPatterns: [{ pattern: '*', rights: ['R'] }, { pattern: 'shop:*' }] },
}
const sessions = new Map<string, Identity>()
const sessionOf = (request: Request) =>
  sessions.get(/(?:^|; )sid=([^;]+)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? '')

const app = new Hono()
app.get('/', (c) => (sessions.has(getCookie(c, 'sid') ?? '') ? c.redirect('/admin/') : c.redirect('/sign-in')))
app.get('/sign-in', (c) => c.html('<p>Sign in as <a href="/sign-in/ann">Ann</a> or <a href="/sign-in/ben">Ben</a></p>'))
app.get('/sign-in/:user', (c) => {
  const user = users[c.req.param('user')]
  if (!user) return c.text('There is no such user', 404)
  const sid = randomUUID()
  sessions.set(sid, user)
  setCookie(c, 'sid', sid, { httpOnly: true, sameSite: 'Lax' })
  return c.redirect('/admin/')
})
app.route('/', toHono(box, { access: sessionOf }))
app.route('/admin', dashboard({ api: '..', signIn: '../sign-in', title: 'The shop' }))

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  console.log(`Serves the dashboard at http://127.0.0.1:${address.port}/`)
})
