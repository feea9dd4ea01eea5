import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { toHono } from '../to-hono.ts'
import { type LandingOptions, landingPage } from './landing-page.ts'

const ui = { script: '', style: '' }
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

async function landing(options: LandingOptions = {}, url = 'http://127.0.0.1:9000/', headers: HeadersInit = browser) {
  const answer = landingPage(options)(new Request(url, { headers }))
  return { answer, text: await answer.text(), header: (name: string) => answer.headers.get(name) ?? '' }
}

describe('the landing page', () => {
  it('is a page for browsers, and a text for other clients', async () => {
    const page = await landing()
    expect(page.header('Content-Type')).toBe('text/html; charset=utf-8')
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'text/html;q=0, */*' }]) {
      const { answer, header, text } = await landing({}, undefined, headers)
      expect([answer.status, header('Content-Type'), header('Vary')]).toEqual([
        ...[200, 'text/plain; charset=utf-8', 'Accept'],
      ])
      expect(text).toContain('http://127.0.0.1:9000/apis/workflows/doc\n')
    }
  })

  it('has only its own script and style, and makes no requests', async () => {
    const { text, header } = await landing({ docs: { ui } })
    const policy = header('Content-Security-Policy')
    const [, nonce] = /nonce-([^']+)'/.exec(policy) ?? []
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-/)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(text.match(/<(script|style)\b[^>]*>/g)).toEqual([`<style nonce="${nonce}">`, `<script nonce="${nonce}">`])
    expect(text).not.toMatch(/\ssrc=|@import|url\(|<!--|\son\w+=|\sstyle=/)
    expect((await landing()).text).not.toContain(nonce)
  })

  it('links only to existing paths', async () => {
    const docs = { ui }
    const app = new Hono().route('/', toHono(createSignalbox(), { docs }))
    const paths = [...(await landing({ docs })).text.matchAll(/href="([^":]+)"/g)].map(([, path]) => `/${path}`)
    expect(paths).toEqual([
      ...['/apis/openapi/ui', '/apis/workflows/doc', '/apis/openapi.json', '/apis/plugins.json', '/api/_health'],
    ])
    for (const path of paths) expect([path, (await app.request(path)).status]).toEqual([path, 200])
    expect((await landing()).text).not.toContain('openapi/ui')
  })

  it('says whether the descriptions require a key', async () => {
    const about = 'require a key'
    expect((await landing({ docs: { accessKey: 'a key' } })).text).toContain(about)
    expect((await landing({ docs: { accessKey: 'a key', mode: 'development' } })).text).not.toContain(about)
    expect((await landing()).text).not.toContain(about)
  })

  it.each([
    ['https://flags.example.com:8443/?x=1', 'https://flags.example.com:8443/api/login'],
    ['http://example.com/deep/box', 'http://example.com/deep/box/api/login'],
    ['http://[::1]:9000/', 'http://[::1]:9000/api/login'],
    ["http://x';reboot;'/", 'http://localhost/api/login'],
    ['http://127.0.0.1:9000/%3Cscript%3E', 'http://127.0.0.1:9000/%3Cscript%3E/api/login'],
  ])('at %s has commands for %s', async (url, login) => {
    for (const headers of [browser, { Accept: '*/*' }]) {
      const { text } = await landing({}, url, headers)
      expect(text).toMatch(new RegExp(` ${login.replaceAll(/[.[\]]/g, '\\$&')}[<\n]`))
      expect(text).not.toContain('reboot')
    }
  })
})
