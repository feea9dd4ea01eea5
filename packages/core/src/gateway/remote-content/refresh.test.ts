import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { completed, keysIn, publish, remoteBox, text } from './remote.fixture.ts'

const HOME = 'https://docs.example.com/home.md'
const GUIDE = 'https://docs.example.com/guide.md'
const SOURCE = 'https://docs.example.com/docs.json'

describe('remote content', () => {
  it('is fetched after a publication, and stands in place of its address', async () => {
    const { box, time, urls } = remoteBox({ [HOME]: text('# Home'), [GUIDE]: text('# Guide') })
    await publish(box, {
      home: { title: 'Home', url: HOME, text_content: 'in the meantime' },
      resources: [
        { path: ['guide'], url: GUIDE },
        { path: ['own'], text_content: 'own' },
      ],
    })
    await time.advance(1000)
    expect(urls()).toEqual([HOME, GUIDE])
    expect(await completed(box)).toMatchObject({
      home: { title: 'Home', text_content: '# Home', content_type: 'text/markdown' },
      resources: [{ path: ['guide'], text_content: '# Guide' }, { text_content: 'own' }],
    })
    expect((await completed(box)).home).not.toHaveProperty('url')
  })

  it('is fetched again every hour while published, by its entity tag', async () => {
    let body = 'one'
    const { box, time, asked } = remoteBox({
      [HOME]: ({ headers }) =>
        headers.get('if-none-match') === `"${body}"`
          ? new Response(null, { status: 304 })
          : text(body, 'text/markdown', { etag: `"${body}"` }),
    })
    const events: unknown[] = []
    box.on('API_DOCUMENTATION_REFRESHED', ({ key, payload }) => events.push([key, payload]))
    await publish(box, { home: { url: HOME } })
    await time.advance(1000)
    expect(asked).toHaveLength(1)
    await time.advance(3_600_000)
    expect(asked.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"one"'])
    body = 'two!'
    await time.advance(3_600_000)
    expect((await completed(box)).home).toMatchObject({ text_content: 'two!' })
    expect(asked).toHaveLength(3)
    const fetched = (bytes: number) => ({
      api: 'billing',
      fetched: [{ url: HOME, bytes, content_type: 'text/markdown', changed: true }],
      failed: [],
    })
    expect(events).toEqual([
      ['billing', fetched(3)],
      ['billing', fetched(4)],
    ])
    await box.apis.patch({ id: 'billing', body: [{ op: 'replace', path: '/state', value: 'removed' }] as never })
    await time.advance(3 * 3_600_000)
    expect(asked).toHaveLength(3)
  })

  it('is the last that was good while its server fails', async () => {
    const { box, time, pages } = remoteBox({ [HOME]: text('good') })
    await publish(box, { home: { url: HOME } })
    await time.advance(1000)
    pages[HOME] = new Response('', { status: 500 })
    expect(await box.apis.documentation.refresh({ id: 'billing' })).toEqual({
      at: time.clock(),
      fetched: [],
      failed: [{ url: HOME, problem: 'The server responded with status 500' }],
    })
    expect((await completed(box)).home).toMatchObject({ text_content: 'good' })
    const { problems } = await box.apis.lint({ id: 'billing' })
    expect(problems).toContainEqual({
      severity: 'warning',
      pointer: '/documentation/home/url',
      message:
        'The content of this page was not fetched: The server responded with status 500. Readers see what was fetched before',
    })
    pages[HOME] = text('better')
    await box.apis.documentation.refresh({ id: 'billing' })
    expect((await completed(box)).home).toMatchObject({ text_content: 'better' })
    expect(JSON.stringify(await box.apis.lint({ id: 'billing' }))).not.toContain('fetched')
  })

  it('delays and fails no publication', async () => {
    const { box, failures } = remoteBox({ [HOME]: () => new Promise<never>(() => {}) })
    await publish(box, { home: { url: HOME } })
    expect((await box.apis.get({ id: 'billing' })).state).toBe('published')
    expect(failures).toEqual([])
  })

  it('goes with its API, and with its address', async () => {
    const store = memoryStore()
    const { box, time } = remoteBox({ [HOME]: text('home'), [GUIDE]: text('guide') }, { store })
    await publish(box, { home: { url: HOME }, resources: [{ path: ['guide'], url: GUIDE }] })
    await publish(box, { home: { url: HOME } }, 'other')
    await time.advance(1000)
    expect(await keysIn(store, 'api-remote')).toHaveLength(3)
    await box.apis.patch({ id: 'billing', body: [{ op: 'remove', path: '/documentation/home' }] as never })
    await time.advance(1000)
    expect(await keysIn(store, 'api-remote')).toHaveLength(2)
    await box.apis.patch({ id: 'billing', body: [{ op: 'remove', path: '/documentation/resources/0' }] as never })
    await time.advance(1000)
    expect(await keysIn(store, 'api-remote-index')).toEqual(['other'])
    await box.apis.delete({ id: 'other' })
    expect([...(await keysIn(store, 'api-remote')), ...(await keysIn(store, 'api-remote-index'))]).toEqual([])
  })

  it('of an API that is deleted meanwhile is not stored', async () => {
    const store = memoryStore()
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    const { box, time } = remoteBox({ [HOME]: () => waiting.then(() => text('late')) }, { store })
    await publish(box, { home: { url: HOME } })
    await time.advance(1000)
    await box.apis.delete({ id: 'billing' })
    go()
    await time.advance(1000)
    expect([...(await keysIn(store, 'api-remote')), ...(await keysIn(store, 'api-remote-index'))]).toEqual([])
  })

  it('is not fetched for an API that was never published, unless it is asked for', async () => {
    const { box, time, asked } = remoteBox({ [HOME]: text('home') })
    await box.apis.create({ body: { id: 'billing', name: 'Billing', documentation: { home: { url: HOME } } } as never })
    await time.advance(3_600_000)
    expect(asked).toEqual([])
    const { fetched } = await box.apis.documentation.refresh({ id: 'billing' })
    expect(fetched).toMatchObject([{ url: HOME, changed: true }])
  })
})

describe('a source', () => {
  const remote = {
    home: { title: 'Remote', url: 'home.md' },
    resources: [
      { path: ['guide'], text_content: 'remote' },
      { path: ['more'], url: '/more.md' },
    ],
    plans: [{ id: 'free', name: 'Free' }],
  }

  it.each([
    ['JSON', JSON.stringify(remote)],
    [
      'YAML',
      'home:\n  title: Remote\n  url: home.md\nresources:\n- path: [guide]\n  text_content: remote\n- path: [more]\n  url: /more.md\nplans: 1\n',
    ],
  ])('in %s lies under the documentation, and its addresses are fetched', async (_, body) => {
    const { box, time, urls } = remoteBox({
      [SOURCE]: text(body, 'text/plain'),
      [HOME]: text('# Home'),
      'https://docs.example.com/more.md': text('more'),
    })
    await publish(box, { source: { url: SOURCE }, resources: [{ path: ['guide'], text_content: 'own' }] })
    await box.apis.documentation.refresh({ id: 'billing' })
    await time.advance(1000)
    expect([...new Set(urls())]).toEqual([SOURCE, HOME, 'https://docs.example.com/more.md'])
    const documentation = await completed(box)
    expect(documentation).toMatchObject({
      home: { title: 'Remote', text_content: '# Home' },
      resources: [{ text_content: 'own' }, { path: ['more'], text_content: 'more' }],
    })
    expect(documentation.plans ?? []).toEqual([])
  })

  it('gets its headers, and so does its origin alone', async () => {
    const elsewhere = 'https://elsewhere.example.com/x.md'
    const { box, time, asked } = remoteBox({
      [SOURCE]: text('{}', 'application/json'),
      [HOME]: new Response(null, { status: 302, headers: { location: elsewhere } }),
      [elsewhere]: text('x'),
    })
    const headers = { Authorization: 'Bearer secret', Host: 'inside', 'If-None-Match': 'x' }
    await publish(box, {
      source: { url: SOURCE, headers, follow_redirects: true },
      home: { url: HOME },
      logo: { url: 'https://cdn.example.com/logo.png' },
    })
    await time.advance(1000)
    expect(asked.map(({ url, headers }) => [url, headers.get('authorization'), headers.get('host')])).toEqual([
      [SOURCE, 'Bearer secret', null],
      [HOME, 'Bearer secret', null],
      ['https://cdn.example.com/logo.png', null, null],
      [elsewhere, null, null],
    ])
    expect(asked.some(({ headers }) => headers.has('if-none-match'))).toBe(false)
  })

  it('that fails keeps the pages that it gave before', async () => {
    const { box, time, pages } = remoteBox({ [SOURCE]: text(JSON.stringify(remote)), [HOME]: text('# Home') })
    await publish(box, { source: { url: SOURCE } })
    await time.advance(1000)
    for (const body of [
      '{',
      '[]',
      'a: [',
      '{"home": 1}',
      `{"home": {"url": ${'['.repeat(5000)}${']'.repeat(5000)}}}`,
    ]) {
      pages[SOURCE] = text(body)
      const { failed } = await box.apis.documentation.refresh({ id: 'billing' })
      expect(failed.map(({ url }) => url)).toEqual([SOURCE, 'https://docs.example.com/more.md'])
      expect((await completed(box)).home).toMatchObject({ text_content: '# Home' })
    }
    const { problems } = await box.apis.lint({ id: 'billing' })
    expect(problems.filter(({ pointer }) => pointer.startsWith('/documentation/source'))).toMatchObject([
      {
        pointer: '/documentation/source/url',
        message: expect.stringMatching(/^The source was not fetched: .*before$/),
      },
      { pointer: '/documentation/source', message: expect.stringContaining('/more.md, which the source names,') },
    ])
  })

  it('of an earlier address does not count', async () => {
    const { box, time, pages } = remoteBox({ [SOURCE]: text(JSON.stringify(remote)), [HOME]: text('# Home') })
    await publish(box, { source: { url: SOURCE } })
    await time.advance(1000)
    const other = 'https://docs.example.com/other.json'
    pages[other] = new Response('', { status: 500 })
    await box.apis.patch({
      id: 'billing',
      body: [{ op: 'replace', path: '/documentation/source/url', value: other }] as never,
    })
    expect((await completed(box)).home).toBeUndefined()
    await time.advance(1000)
    expect((await completed(box)).home).toBeUndefined()
  })
})

describe('a refresh', () => {
  it('stores nothing if it is a dry run', async () => {
    const store = memoryStore()
    const { box } = remoteBox({ [HOME]: text('home') }, { store })
    await box.apis.create({ body: { id: 'billing', name: 'Billing', documentation: { home: { url: HOME } } } as never })
    const { fetched } = await box.apis.documentation.refresh({ id: 'billing', dryRun: true })
    expect(fetched).toMatchObject([{ url: HOME, bytes: 4 }])
    expect(await keysIn(store, 'api-remote-index')).toEqual([])
  })

  it('says what is missing', async () => {
    const { box } = remoteBox({}, { documentation: {} })
    await box.apis.create({ body: { id: 'billing', name: 'Billing' } as never })
    await expect(box.apis.documentation.refresh({ id: 'billing' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('SIGNALBOX_PORTAL'),
    })
    await expect(box.apis.documentation.refresh({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('needs the right to change the API', async () => {
    const { box } = remoteBox({ [HOME]: text('home') })
    await publish(box, { home: { url: HOME } })
    for (const [pattern, rights, outcome] of [
      ['billing', ['R'], 'FORBIDDEN'],
      ['other', ['R', 'U'], 'FORBIDDEN'],
      ['billing', ['U'], 'done'],
    ] as const) {
      const caller = box.as({ id: 'ann', authorizedPatterns: [{ pattern, rights: [...rights], domains: ['Api'] }] })
      const call = caller.apis.documentation.refresh({ id: 'billing' })
      expect(
        await call.then(
          () => 'done',
          ({ code }: { code: string }) => code,
        ),
      ).toBe(outcome)
    }
  })

  it('fetches each address once, at most 100, and shares a round that runs', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`https://docs.example.com/${i}`, text(`${i}`)]),
    )
    const { box, time, asked } = remoteBox(pages)
    const resources = Object.keys(pages).flatMap((url, i) => [
      { path: [`${i}`], url },
      { path: [`${i}-again`], url },
    ])
    await box.apis.create({ body: { id: 'billing', name: 'Billing', documentation: { resources } } as never })
    const refresh = () => box.apis.documentation.refresh({ id: 'billing' })
    const [{ fetched, failed }] = await Promise.all([refresh(), refresh()])
    expect([asked.length, fetched.length]).toEqual([100, 100])
    expect(failed).toEqual([
      {
        url: 'https://docs.example.com/100',
        problem: 'It is not fetched, nor are 19 more: at most 100 addresses of an API are',
      },
    ])
    const { problems } = await box.apis.lint({ id: 'billing' })
    expect(problems).toContainEqual(expect.objectContaining({ pointer: '/documentation/resources/200/url' }))
    await time.advance(1000)
  })

  it('stores at most 20 MiB of an API, and says which documents have no room', async () => {
    const page = () => text('x'.repeat(2 * 1024 * 1024))
    const urls = Array.from({ length: 12 }, (_, i) => `https://docs.example.com/${i}`)
    const { box } = remoteBox(Object.fromEntries(urls.map((url) => [url, page])))
    const resources = urls.map((url, i) => ({ path: [`${i}`], url }))
    await box.apis.create({ body: { id: 'billing', name: 'Billing', documentation: { resources } } as never })
    const { fetched, failed } = await box.apis.documentation.refresh({ id: 'billing' })
    expect(fetched).toHaveLength(10)
    expect(failed).toEqual(
      urls.slice(10).map((url) => ({ url, problem: 'The documents of the API have more than 20 MiB together' })),
    )
  })
})
