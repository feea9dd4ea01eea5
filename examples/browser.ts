// A web page (browser.html) that holds its flags in memory and shows each change as it happens.
// Run: npx node --conditions=@signalbox/source examples/browser.ts, then open the address; PORT sets another port.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { build } from 'esbuild'
import { Hono } from 'hono'

const box = createSignalbox()
await box.features.create({ body: { id: 'site:sale', enabled: false, activationStrategy: 'NO_STRATEGY' } })

/** Bundles the client for the page. Packages are resolved as in this process. */
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(import.meta.resolve('@signalbox/client'))],
  conditions: process.execArgv.flatMap((flag) => /^--conditions=(.*)/.exec(flag)?.[1] ?? []),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  write: false,
})

/** Visitors may read what pages show, but change nothing. */
const visitor = { id: 'visitor', authorizedPatterns: [{ pattern: 'site:*', rights: ['R' as const] }] }

const app = new Hono()
app.get('/', (c) => c.html(readFileSync(new URL('./browser.html', import.meta.url), 'utf8')))
app.get('/client.js', (c) => c.body(outputFiles[0]!.text, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
app.post('/toggle', async (c) => {
  const value = !box.isActive('site:sale')
  await box.features.patch({ id: 'site:sale', body: [{ op: 'replace', path: '/enabled', value }] })
  return c.body(null, 204)
})
app.route('/', toHono(box, { access: () => visitor }))

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }, (address) => {
  console.log(`Serves http://127.0.0.1:${address.port}`)
})
