import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildPage } from '../../../dashboard/build/build-page.ts'
import { createServer, type ServerOptions } from './create-server.ts'

beforeAll(() => buildPage())

async function start(options: ServerOptions = {}) {
  const server = await createServer({ port: 0, store: 'memory:', ...options })
  onTestFinished(() => server.close())
  return (path: string, headers: HeadersInit = { Accept: 'text/html,*/*;q=0.8' }) =>
    fetch(server.url + path, { headers })
}

describe('a server', () => {
  it('serves the dashboard to browsers, with its files', async () => {
    const ask = await start()
    for (const path of ['/', '/features', '/features/shop:express']) {
      const page = await ask(path)
      expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('Content-Security-Policy')).toContain("require-trusted-types-for 'script'")
      const [, script] = /<script[^>]* src="\.\/(assets\/[^"]*)"/.exec(await page.text())!
      const loaded = await ask(`/${script}`, {})
      expect([loaded.status, loaded.headers.get('Content-Encoding')]).toEqual([200, 'gzip'])
    }
  })

  it('passes its settings to the dashboard', async () => {
    const ask = await start({ dashboardTitle: 'Production', dashboardMark: 'crimson', dashboardConfirm: ['prod:*'] })
    const page = (await (await ask('/')).text()).replaceAll('&#34;', '"')
    expect(page).toContain('<title>Production</title>')
    expect(page).toContain('{"title":"Production","mark":"crimson","confirm":["prod:*"],"portal":"portal"}')
  })

  it('names settings of the dashboard that are invalid', async () => {
    const options = { dashboardTitle: ' ', dashboardMark: 'red;', dashboardConfirm: [''] }
    await expect(createServer({ port: 0, store: 'memory:', ...options })).rejects.toThrow(
      /dashboardTitle is invalid: .*; dashboardMark is invalid: expected a CSS color, .*; dashboardConfirm is invalid:/,
    )
  })

  it('answers other clients at / by a text', async () => {
    const ask = await start()
    const page = await ask('/')
    const text = await ask('/', { Accept: '*/*' })
    expect((await ask('/', { Accept: 'text/html;q=0, */*' })).headers.get('Content-Type')).toMatch('text/plain')
    expect([page.headers.get('Vary'), text.headers.get('Vary')]).toEqual(['Accept', 'Accept'])
    expect(text.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(await text.text()).toContain('/api/login')
  })

  it('answers unknown paths by 404, and those of the API by errors in JSON', async () => {
    const ask = await start()
    expect((await ask('/none')).status).toBe(404)
    const unknown = await ask('/api/feature')
    expect([unknown.status, await unknown.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
  })

  it('can do without: browsers get a page with links and first steps', async () => {
    const ask = await start({ dashboard: 'off' })
    expect(await (await ask('/')).text()).toContain('First steps')
    expect((await ask('/features')).status).toBe(404)
  })
})
