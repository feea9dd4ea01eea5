/** A worker that creates its box, app, client and flags at module scope, as usual for workers. */
import type * as client from '@signalbox/client'
import type * as core from '@signalbox/core'
import type * as hono from '@signalbox/hono'

/** The exports of the packages, and the caller's credentials. */
interface Parts {
  readonly core: typeof core
  readonly hono: typeof hono
  readonly client: typeof client
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The exports of the worker. `/seed` creates the API key and the user with which requests authenticate. */
export function createWorker({ core, hono, client, baseUrl, clientId, clientSecret }: Parts) {
  const box = core.createSignalbox()
  const app = hono.toHono(box)
  const elsewhere = client.createClient({ baseUrl, clientId, clientSecret })
  const flags = client.live(box)
  const farFlags = client.live(elsewhere)
  box.on('*', () => {})

  return {
    async fetch(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      if (pathname === '/seed') {
        await box.apiKeys.create({ body: { clientId, clientSecret, name: 'worker', admin: true } })
        await box.users.create({ body: { id: 'ann', name: 'Ann', password: 'a long password', admin: true } })
        return new Response('seeded')
      }
      if (pathname === '/flags') {
        await Promise.all([box.ready(), flags.ready(), farFlags.ready()])
        return Response.json({
          box: box.isActive('a'),
          live: flags.isActive('a'),
          rules: ['FR', 'DE'].map((country) => flags.isActive('ruled', { country })),
          far: (await elsewhere.features.list({})).results.length >= 0 && farFlags.isActive('nope'),
        })
      }
      return app.fetch(request)
    },
  }
}
