import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createSignalbox } from '@signalbox/core'
import { type GuardedFetchOptions, guardedFetch } from '@signalbox/scripts'
import { describe, expect, it, onTestFinished } from 'vitest'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

const MIB = 1024 * 1024

/** A server of documents for the duration of the test, and the paths that it was asked for. */
async function documents(answers: Record<string, Answering>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers[path] ?? ((_, out) => out.writeHead(404).end())
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, asked }
}

/** A server that answers these bytes, and keeps the connection open. */
async function saying(bytes: string): Promise<string> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    socket.once('data', () => socket.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const good: Answering = (_, response) => response.setHeader('content-type', 'text/markdown').end('good')

/** A box whose API has these addresses as pages, and what a refresh of it says, by address. */
async function opened(urls: readonly string[], source: object = {}, guard: GuardedFetchOptions = {}) {
  const fetch = guardedFetch({ allowPrivate: true, bodyBytes: 2 * MIB, ...guard })
  const failures: unknown[] = []
  const box = createSignalbox({ documentation: { fetch }, report: (error) => failures.push(error) })
  onTestFinished(() => box.close())
  const resources = urls.map((url, i) => ({ path: [`${i}`], url }))
  await box.apis.create({
    body: {
      id: 'billing',
      name: 'Billing',
      documentation: { resources, source: { timeout: 1500, ...source } },
    } as never,
  })
  async function refresh() {
    const { fetched, failed } = await box.apis.documentation.refresh({ id: 'billing' })
    const all = [
      ...fetched.map(({ url }) => [url, 'fetched'] as const),
      ...failed.map(({ url, problem }) => [url, problem] as const),
    ]
    return Object.fromEntries(all)
  }
  const shown = async () => {
    const { documentation = {} } = await box.apis.get({ id: 'billing' })
    const remote = (await box.remoteDocumentation()).get('billing')
    return (await remote?.complete(documentation as never))?.resources?.map(({ text_content: text }) => text)
  }
  return { box, refresh, shown, failures }
}

describe('a hostile server', () => {
  const hostile: Record<string, readonly [Answering, string | RegExp]> = {
    hangs: [() => {}, 'It did not arrive within 1500 ms'],
    'sends a header and hangs': [
      (_, response) => response.writeHead(200).flushHeaders(),
      'It did not arrive within 1500 ms',
    ],
    'sends a byte at a time': [
      (_, response) => {
        const drip = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(drip))
      },
      'It did not arrive within 1500 ms',
    ],
    'redirects for ever': [
      (_, response) => response.writeHead(302, { location: '/redirects%20for%20ever' }).end(),
      'The server redirects more than 3 times',
    ],
    'redirects without an address': [
      (_, response) => response.writeHead(302).end(),
      'The server redirects without an address',
    ],
    'redirects to metadata': [
      (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      /^169\.254\.169\.254 is not called: /,
    ],
    'redirects to metadata, in other digits': [
      (_, response) => response.writeHead(308, { location: 'http://[::ffff:a9fe:a9fe]/' }).end(),
      /is not called: /,
    ],
    'redirects to a file': [
      (_, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
      /begin with https:/,
    ],
    'redirects with credentials': [
      (_, response) => response.writeHead(301, { location: 'http://me:word@127.0.0.1/' }).end(),
      /^The address includes credentials/,
    ],
    'sends 10 MiB': [(_, response) => response.end(Buffer.alloc(10 * MIB, 'x')), /more than 2097152 bytes$/],
    'says that it sends 10 MiB': [
      (_, response) => response.writeHead(200, { 'content-length': 10 * MIB }).flushHeaders(),
      /more than 2097152 bytes$/,
    ],
    'sends 10 MiB in chunks': [
      (_, response) => {
        for (let n = 0; n < 160; n++) response.write(Buffer.alloc(65_536, 'x'))
        response.end()
      },
      /more than 2097152 bytes$/,
    ],
    'sends a gzip bomb': [
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10 * MIB))),
      'The response is compressed (gzip), which was not asked for',
    ],
    'sends a form to sign in': [
      (_, response) => response.writeHead(200, { 'content-type': 'text/HTML; charset=utf-8' }).end('<form>'),
      'The server sends text/html, and content_type is text/markdown: correct the address, or content_type',
    ],
    'answers 304 unasked': [(_, response) => response.writeHead(304).end(), 'The server responded with status 304'],
    'answers 206': [(_, response) => response.writeHead(206).end('x'), 'The server responded with status 206'],
    'hangs up': [(_, response) => response.socket?.destroy(), /socket hang up/],
    'hangs up in the middle': [
      (_, response) => {
        response.writeHead(200, { 'content-length': 10 }).write('half')
        setTimeout(() => response.socket?.destroy(), 20)
      },
      /aborted|hang up|terminated/,
    ],
  }

  it('delays only itself, harms nothing, and each failure says what it is', async () => {
    const paths = Object.keys(hostile).map((name) => `/${encodeURIComponent(name)}`)
    const answers = Object.fromEntries(Object.values(hostile).map(([answer], i) => [paths[i], answer]))
    const server = await documents({ ...answers, '/good': good })
    const urls = [...paths, '/good'].map((path) => server.url + path)
    const { refresh, shown, failures } = await opened(urls, { follow_redirects: true })
    const outcomes = await refresh()
    for (const [i, [name, [, problem]]] of Object.entries(hostile).entries())
      expect([name, outcomes[urls[i] as string]]).toEqual([
        name,
        typeof problem === 'string' ? problem : expect.stringMatching(problem),
      ])
    expect(outcomes[`${server.url}/good`]).toBe('fetched')
    expect((await shown())?.filter(Boolean)).toEqual(['good'])
    expect(failures).toEqual([])
  })

  it('keeps nothing open after its time', async () => {
    let open = 0
    const server = await documents({
      '/hangs': (_, response) => {
        open++
        response.on('close', () => open--)
      },
    })
    const { refresh } = await opened([`${server.url}/hangs`])
    await refresh()
    await expect.poll(() => open).toBe(0)
  })

  it('that speaks no HTTP is a failure', async () => {
    const url = await saying('hello\r\n\r\n')
    const { refresh } = await opened([url])
    expect((await refresh())[url]).toMatch(/Parse Error/)
  })

  it('gets no second request for a redirect that is not followed', async () => {
    const server = await documents({
      '/a': (_, response) => response.writeHead(302, { location: '/b' }).end(),
      '/b': good,
    })
    const { refresh } = await opened([`${server.url}/a`])
    expect(await refresh()).toEqual({
      [`${server.url}/a`]: 'The server redirects: set follow_redirects of the source, or give the final address',
    })
    expect(server.asked).toEqual(['/a'])
    const follows = await opened([`${server.url}/a`], { follow_redirects: true })
    expect(await follows.refresh()).toEqual({ [`${server.url}/a`]: 'fetched' })
  })

  it('whose name resolves to another address the next time is not called there', async () => {
    const server = await documents({
      '/page': (_, response) => response.writeHead(200, { connection: 'close' }).end('good'),
    })
    const answers = [['127.0.0.1'], ['127.0.0.1', '169.254.169.254']]
    const url = `http://docs.example:${server.port}/page`
    const { refresh, shown } = await opened([url], {}, { resolve: async () => answers.shift() ?? ['169.254.169.254'] })
    expect(await refresh()).toEqual({ [url]: 'fetched' })
    for (let n = 0; n < 2; n++)
      expect((await refresh())[url]).toMatch(
        /^docs\.example is not called: 169\.254\.169\.254 is the address of a cloud/,
      )
    expect([server.asked.length, await shown()]).toEqual([1, ['good']])
  })

  it('never sees secrets of another origin, and no failure tells them', async () => {
    const seen: unknown[] = []
    const other = await documents({
      '/page': ({ headers }, response) => response.end(`${seen.push(headers.authorization)}`),
    })
    const server = await documents({
      '/docs.json': ({ headers }, response) => response.writeHead(500).end(headers.authorization),
      '/page': (_, response) => response.writeHead(302, { location: `${other.url}/page` }).end(),
    })
    const secret = 'Bearer of-the-source'
    const source = { url: `${server.url}/docs.json`, headers: { Authorization: secret }, follow_redirects: true }
    const { box, refresh } = await opened([`${server.url}/page`, `${other.url}/page`], source)
    const outcomes = await refresh()
    expect(seen).toEqual([undefined, undefined])
    expect(outcomes[source.url]).toBe('The server responded with status 500')
    const told = JSON.stringify([
      outcomes,
      await box.apis.lint({ id: 'billing' }),
      await box.apis.get({ id: 'billing' }),
    ])
    expect(told).not.toContain(secret)
  })

  it('cannot make a header of a secret that is none, and the failure does not tell it', async () => {
    const source = { url: 'http://127.0.0.1:1/docs.json', headers: { Authorization: 'secret\nof two lines' } }
    const { refresh } = await opened([], source)
    expect(JSON.stringify(await refresh())).not.toContain('of two lines')
  })
})

describe('a private address', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
  ])('is fetched only if that is allowed: %s', async (host) => {
    const server = await documents({ '/page': good })
    const url = `http://${host}:${server.port}/page`
    const { refresh } = await opened([url], {}, { allowPrivate: false })
    expect((await refresh())[url]).toMatch(/is not public, and private addresses are not allowed here$/)
    expect(server.asked).toEqual([])
  })

  it.each([
    'ftp://docs.example/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'docs/x.md',
    '//docs.example/x',
    'javascript:1',
    'http://me:word@docs.example/',
    'http://',
  ])('is no address that is fetched: %s', async (url) => {
    const { refresh } = await opened([url])
    expect((await refresh())[url]).toMatch(/begin with https:|includes credentials/)
  })
})

describe('content', () => {
  it('of any bytes is stored as it came', async () => {
    const bodies = { '/bom': '\u{feff}# Title', '/zero': 'a\0b', '/empty': '', '/emoji': '👩‍💻' }
    const server = await documents(
      Object.fromEntries(
        Object.entries(bodies).map(([path, body]) => [
          path,
          (_: unknown, response: ServerResponse) => response.end(body),
        ]),
      ),
    )
    const { refresh, shown } = await opened(Object.keys(bodies).map((path) => server.url + path))
    await refresh()
    expect(await shown()).toEqual(['# Title', 'a\0b', '', '👩‍💻'])
  })
})
