// A developer portal below /developers of your own Hono app, with the app's users. Only partners see the second API.
// Run: npx node --conditions=@signalbox/source examples/portal.ts, then open the address; PORT sets another port.
import { randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { createGateway } from '@signalbox/gateway'
import { toHono } from '@signalbox/gateway/hono'
import { type Person, portal } from '@signalbox/portal'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const app = new Hono()
const port = Number(process.env.PORT ?? 3000)
const url = await new Promise<string>((resolve) => {
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => resolve(`http://127.0.0.1:${address.port}`))
})

/** The users of the app. Ann works for a partner. */
const users: Readonly<Record<string, Person>> = {
  ann: { id: 'ann', name: 'Ann', groups: ['partners'] },
  ben: { id: 'ben', name: 'Ben' },
}
const sessions = new Map<string, Person>()
const sessionOf = (request: Request) =>
  sessions.get(/(?:^|; )sid=([^;]+)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? '')

// Everybody reads about the first API. The second one does not exist for people who are not in the group of its audience.
const box = createSignalbox({ gatewayUrl: url })
const audience = { attribute: 'groups', operator: 'is', value: 'partners' } as const
const plan = { id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' } as const
await publish('stock', 'Stock', { home: { text_content: '# What is in the shop' }, plans: [plan] })
await publish('prices', 'Prices for partners', { audience, plans: [plan] })

async function publish(id: string, name: string, documentation: object): Promise<void> {
  const hello = { plugin: 'cp:gateway.next.plugins.StaticResponse', config: { body: `Hello from ${name}` } }
  const flows = [{ id: 'hello', plugins: { slots: [hello] } }]
  const routes = [{ id: 'items', flow_ref: 'hello', frontend: { paths: ['/items'], methods: ['GET'] } }]
  await box.apis.create({ body: { id, name, context_path: `/${id}`, flows, routes, documentation } })
  await box.apis.deployments.create({ id })
}

const gateway = createGateway({ source: box.gatewaySource })
await gateway.ready()

app.get('/', (c) => c.redirect('/developers/'))
app.get('/login', (c) => {
  const links = Object.values(users).map(({ id, name }) => `<a href="/login/${id}">${name}</a>`)
  setCookie(c, 'to', c.req.query('to') ?? '/developers/', { httpOnly: true, sameSite: 'Lax' })
  return c.html(`<p>Sign in as ${links.join(' or ')}</p>`)
})
app.get('/login/:user', (c) => {
  const user = users[c.req.param('user')]
  if (!user) return c.text('There is no such user', 404)
  const sid = randomUUID()
  sessions.set(sid, user)
  setCookie(c, 'sid', sid, { httpOnly: true, sameSite: 'Lax' })
  // Only paths of this app: another address could be that of a stranger.
  const { pathname, search } = new URL(getCookie(c, 'to') ?? '/developers/', url)
  return c.redirect(pathname + search)
})
app.route('/developers', portal(box, { title: 'The shop', authenticate: sessionOf, signIn: '/login' }))
app.all('*', toHono(gateway))

console.log(`Serves the portal at ${url}/developers/, and the gateway`)
