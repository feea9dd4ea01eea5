import type { Fetch } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { createBox, openPortal, publish } from '../published.fixture.ts'

const at = (path: string) => `https://docs.example.com/${path}`

/** A fetch of these pages by path, each a text with its type, and how often it was called. */
function pagesOf(pages: Record<string, readonly [type: string, body: string | Uint8Array<ArrayBuffer>]>) {
  let calls = 0
  const fetch: Fetch = async (url) => {
    calls++
    const page = pages[url.slice(at('').length)]
    return page ? new Response(page[1], { headers: { 'Content-Type': page[0] } }) : new Response('', { status: 404 })
  }
  return { fetch, pages, calls: () => calls }
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff])

describe('pages of remote content', () => {
  it('show what is stored, change with it at once, and are never fetched while they are rendered', async () => {
    const { fetch, pages, calls } = pagesOf({ 'guide.md': ['text/plain', '# First invoice'] })
    const box = createBox({ documentation: { fetch } })
    await publish(box, { documentation: { resources: [{ path: ['guide'], title: 'Guide', url: at('guide.md') }] } })
    const ask = openPortal(box)
    await expect.poll(async () => (await ask('/billing/guide/')).text()).toContain('First invoice')
    const first = await ask('/billing/guide/')
    const before = calls()
    for (let n = 0; n < 5; n++) await ask('/billing/guide/', { 'Cache-Control': 'no-cache' })
    expect(calls()).toBe(before)
    pages['guide.md'] = ['text/plain', '# Second invoice']
    await box.apis.documentation.refresh({ id: 'billing' })
    const second = await ask('/billing/guide/')
    expect(await second.text()).toContain('Second invoice')
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
    expect(await (await ask('/billing/guide.md')).text()).toContain('# Second invoice')
    expect(await (await ask('/billing/search/?q=second', { Accept: 'application/json' })).json()).toMatchObject({
      results: [{ path: expect.stringContaining('guide') }],
    })
  })

  it('say so while nothing has arrived', async () => {
    const { fetch } = pagesOf({})
    const box = createBox({ documentation: { fetch } })
    await publish(box, { documentation: { resources: [{ path: ['guide'], title: 'Guide', url: at('guide.md') }] } })
    await box.apis.documentation.refresh({ id: 'billing' })
    const page = await (await openPortal(box)('/billing/guide/')).text()
    expect(page).toContain('comes from another server and has not been loaded yet')
    expect(page).not.toContain('404')
  })

  it('may be pictures, documents, and a source with all of them', async () => {
    const openapi = { openapi: '3.1.0', info: { title: 'Billing', version: '1' }, paths: { '/invoices': { get: {} } } }
    const source = {
      logo: { url: 'logo' },
      home: { title: 'Home', text_content: '# Welcome from afar' },
      resources: [{ path: ['openapi'], title: 'Reference', content_type: 'application/json', url: 'openapi.json' }],
      plans: [{ id: 'free', name: 'A plan of the source', status: 'published' }],
    }
    const { fetch } = pagesOf({
      'docs.json': ['application/json', JSON.stringify(source)],
      logo: ['image/png', png],
      'openapi.json': ['application/json', JSON.stringify(openapi)],
    })
    const box = createBox({ documentation: { fetch } })
    await publish(box, { documentation: { source: { url: at('docs.json') } } })
    await box.apis.documentation.refresh({ id: 'billing' })
    const ask = openPortal(box)
    const home = await (await ask('/billing/')).text()
    expect(home).toContain('Welcome from afar')
    expect(home).toContain('<img class="logo" src="../billing/~/logo" alt="">')
    expect(home).not.toContain('A plan of the source')
    const logo = await ask('/billing/~/logo')
    expect([logo.headers.get('Content-Type'), new Uint8Array(await logo.arrayBuffer())]).toEqual(['image/png', png])
    expect(await (await ask('/billing/openapi.json')).json()).toMatchObject({ info: { title: 'Billing' } })
  })

  it('are not those of an API with the same address elsewhere, nor of a draft', async () => {
    const { fetch } = pagesOf({ 'guide.md': ['text/plain', 'of billing'] })
    const box = createBox({ documentation: { fetch } })
    await publish(box, { documentation: { resources: [{ path: ['guide'], url: at('guide.md') }] } })
    await box.apis.documentation.refresh({ id: 'billing' })
    await box.apis.draft.patch({
      id: 'billing',
      body: [
        { op: 'replace', path: '/documentation/resources', value: [{ path: ['draft'], url: at('guide.md') }] },
      ] as never,
    })
    const ask = openPortal(box)
    expect((await ask('/billing/draft/')).status).toBe(404)
    expect(await (await ask('/billing/guide/')).text()).toContain('of billing')
  })
})
