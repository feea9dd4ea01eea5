import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { startServer } from './server.fixture.ts'

const target = await startServer((asked, response) => {
  response.writeHead(Number(asked.url?.slice(1) || 200), { 'X-Twice': ['a', 'b'], 'X-Port': asked.port })
  response.end(`${asked.method} ${asked.body}`)
})
const open = guardedFetch({ allowPrivate: true })
const named = `http://receiver.example:${target.port}`

/** Starts a server that sends these bytes to every client, and optionally closes the connection. */
async function saying(text: string, hangsUp = false): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => (hangsUp ? socket.end(text) : socket.write(text)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

describe('a guarded fetch', () => {
  it('sends requests and returns responses', async () => {
    const answer = await open(`${target.origin}/201`, { method: 'POST', body: 'é', headers: { 'X-A': 'one' } })
    expect([answer.status, answer.headers.get('x-twice'), await answer.text()]).toEqual([201, 'a, b', 'POST é'])
    expect(target.asked.at(-1)).toMatchObject({
      headers: { 'x-a': 'one', 'content-length': '2', 'accept-encoding': 'identity' },
    })
  })

  it('accepts a Request', async () => {
    const answer = await open(new Request(target.origin, { method: 'PUT', body: 'x' }))
    expect(await answer.text()).toBe('PUT x')
  })

  it.each([204, 304])('returns a response without a body: %i', async (status) => {
    const answer = await open(`${target.origin}/${status}`)
    expect([answer.status, answer.body, await answer.text()]).toEqual([status, null, ''])
  })

  it('returns redirects', async () => {
    const from = await startServer((_, response) => response.writeHead(302, { location: target.origin }).end())
    const before = target.asked.length
    const answer = await open(from.origin, { redirect: 'follow' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target.origin])
    expect(target.asked.length).toBe(before)
  })

  it('connects only to allowed origins, if any are listed', async () => {
    const fetch = guardedFetch({ allowPrivate: true, origins: [target.origin] })
    expect((await fetch(`${target.origin}/200`)).status).toBe(200)
    const before = target.asked.length
    await expect(fetch(`${named}/200`)).rejects.toThrow(`${named} is not an allowed origin`)
    expect(target.asked.length).toBe(before)
    expect(() => guardedFetch({ origins: ['api.example.com'] })).toThrow('"api.example.com" is not an origin')
    await expect(guardedFetch({ origins: [target.origin] })(target.origin)).rejects.toThrow('not public')
  })

  it('reuses a connection to a checked address', async () => {
    let resolved = 0
    const fetch = guardedFetch({
      allowPrivate: true,
      async resolve() {
        resolved++
        return resolved === 1 ? ['127.0.0.1'] : []
      },
    })
    const ports: unknown[] = []
    for (let n = 0; n < 5; n++) {
      const answer = await fetch(`${named}/${n % 2 ? 204 : 200}`, { method: 'POST', body: 'x' })
      ports.push(answer.headers.get('x-port'))
      await answer.text()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([new Set(ports).size, resolved]).toEqual([1, 1])
  })
})

describe('a private address', () => {
  it.each([target.origin, `http://localhost:${target.port}`, `http://[::1]:${target.port}`, 'http://169.254.169.254'])(
    'is not reached: %s',
    async (origin) => {
      const before = target.asked.length
      await expect(guardedFetch()(origin)).rejects.toThrow('is not public, and private addresses are not allowed')
      expect(target.asked.length).toBe(before)
    },
  )

  it.each([[['127.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['::ffff:127.0.0.1']]])(
    'is not reached by a name that resolves to %j',
    async (addresses) => {
      const fetch = guardedFetch({ resolve: async () => addresses })
      await expect(fetch(named)).rejects.toThrow('The address of receiver.example is not public')
    },
  )

  it('is checked at each connection', async () => {
    const closing = await startServer((_, response) => response.writeHead(200, { connection: 'close' }).end())
    const answers = [['127.0.0.1'], []]
    const fetch = guardedFetch({ allowPrivate: true, resolve: async () => answers.shift() ?? [] })
    const url = `http://receiver.example:${closing.port}`
    await (await fetch(url)).text()
    await expect(fetch(url)).rejects.toThrow('receiver.example does not resolve to an address')
  })
})

describe('where private addresses are allowed', () => {
  const any = [
    '0.0.0.0',
    '0',
    '0x0',
    '00.0',
    '0.0.0.0.',
    '%30.0.0.0',
    '0.1.2.3',
    '[::]',
    '[::ffff:0.0.0.0]',
    '[::ffff:0:0]',
  ]
  const metadata = [
    '169.254.169.254',
    '0xa9fea9fe',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[64:ff9b::a9fe:a9fe]',
  ]

  it.each([...any, ...metadata])('%s is not reached', async (host) => {
    const before = target.asked.length
    const url = `http://${host}:${target.port}/200`
    await expect(open(url)).rejects.toThrow('is not called')
    expect(open.refuses(url)).toMatch(/stands for all addresses of a machine|metadata service/)
    expect(target.asked.length).toBe(before)
  })

  it.each(['0.0.0.0', '::', '::ffff:0.0.0.0', '::%lo', '169.254.169.254', '64:ff9b:1::a9fe:a9fe'])(
    'is not reached by a name that resolves to %s',
    async (address) => {
      const before = target.asked.length
      const fetch = guardedFetch({ allowPrivate: true, resolve: async () => ['127.0.0.1', address] })
      await expect(fetch(named)).rejects.toThrow('receiver.example is not called')
      expect(target.asked.length).toBe(before)
    },
  )

  it('addresses and ports that the caller refuses are not reached', async () => {
    const before = target.asked.length
    const asked: string[] = []
    const refusal = (address: string, port: number) => {
      asked.push(`${address} ${port}`)
      return port === target.port ? 'it is a port of this process' : undefined
    }
    const fetch = guardedFetch({ allowPrivate: true, refusal, resolve: async () => ['127.0.0.1'] })
    for (const url of [named, target.origin, `http://127.1:${target.port}`])
      await expect(fetch(url)).rejects.toThrow('is not called: it is a port of this process')
    await expect(fetch('http://127.0.0.2:1')).rejects.toThrow('ECONNREFUSED')
    expect(asked.at(-1)).toBe('127.0.0.2 1')
    expect(target.asked.length).toBe(before)
  })
})

describe('an impossible request or response', () => {
  it.each([
    ['ftp://receiver.example', 'ftp: is not supported'],
    ['http://me:word@receiver.example', 'includes credentials'],
    ['receiver', 'URL'],
  ])('is rejected: %s', async (url, sentence) => {
    await expect(open(url)).rejects.toThrow(sentence)
  })

  it('is rejected: a response that is not HTTP', async () => {
    await expect(open(await saying('hello\r\n\r\n'))).rejects.toThrow('Parse Error')
  })

  it('is rejected: an invalid status', async () => {
    await expect(open(await saying('HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n'))).rejects.toThrow(RangeError)
  })

  it('is rejected: a connection that ends early', async () => {
    await expect(open(await saying('', true))).rejects.toThrow('socket hang up')
    const cut = await open(await saying('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', true))
    await expect(cut.text()).rejects.toThrow()
  })

  it('is rejected: a response that is too large', async () => {
    const large = await startServer((_, response) => response.end('x'.repeat(1001)))
    const fetch = guardedFetch({ allowPrivate: true, bodyBytes: 1000 })
    await expect(fetch(large.origin).then((answer) => answer.text())).rejects.toThrow('more than 1000 bytes')
  })

  it('ends with the signal, also after its response was left unread', async () => {
    const uncaught: unknown[] = []
    const listener = (error: unknown) => void uncaught.push(error)
    process.on('uncaughtExceptionMonitor', listener)
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', listener))
    let left = 0
    const slow = await startServer((asked, response) => {
      left++
      response.on('close', () => left--)
      response.writeHead(Number(asked.url?.slice(1)), { location: '/' }).flushHeaders()
    })
    for (const status of [200, 302, 500])
      for (const leaves of [true, false]) {
        const late = new AbortController()
        const { body } = await open(`${slow.origin}/${status}`, { signal: late.signal })
        if (leaves) await body?.cancel()
        late.abort()
      }
    await expect.poll(() => left).toBe(0)
    expect(uncaught).toEqual([])
  })

  it('ends when its response is left unread', async () => {
    let isOpen = true
    const slow = await startServer((_, response) => {
      response.on('close', () => {
        isOpen = false
      })
      response.writeHead(200).flushHeaders()
    })
    await (await open(slow.origin)).body?.cancel()
    await expect.poll(() => isOpen).toBe(false)
  })

  it('ends with the signal', async () => {
    const silent = await saying('')
    const late = new AbortController()
    const asked = open(silent, { signal: late.signal })
    late.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await expect(open(silent, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  })
})
