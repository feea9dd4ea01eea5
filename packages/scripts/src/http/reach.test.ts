import { describe, expect, it } from 'vitest'
import { ask, body, openEngine } from '../engine.fixture.ts'
import { refusal, startEcho } from './refusal.fixture.ts'
import { startServer } from './server.fixture.ts'

const target = await startEcho()
const engine = openEngine({ origins: [target.origin], allowPrivate: true })

describe('an origin that is not allowed', () => {
  it.each([
    ['http://169.254.169.254/latest/meta-data', 'http://169.254.169.254'],
    ['http://localhost', 'http://localhost'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['https://example.com/a', 'https://example.com'],
  ])('is not contacted: %s', async (text, origin) => {
    expect(await refusal(engine, JSON.stringify([text]))).toBe(
      `${origin} is not an allowed origin: add it to the option "origins" (of the server: SIGNALBOX_SCRIPT_ORIGINS)`,
    )
  })

  it.each([
    ['file:///etc/passwd', 'file: is not supported: use http: or https:'],
    ['data:text/plain,1', 'data: is not supported: use http: or https:'],
    ['', '"" is not a valid URL'],
    ['//', '"//" is not a valid URL'],
    [target.origin.replace('//', '//user:word@'), 'A URL must not contain credentials: send them in a header'],
  ])('%j is rejected', async (text, sentence) => {
    expect(await refusal(engine, JSON.stringify([text]))).toBe(sentence)
  })
})

describe('a private address', () => {
  const { port } = target
  const literals = [
    `http://127.0.0.1:${port}`,
    `http://127.1:${port}`,
    `http://0x7f000001:${port}`,
    `http://2130706433:${port}`,
    `http://0.0.0.0:${port}`,
    `http://[::1]:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    'http://169.254.169.254',
    'http://[fd00:ec2::254]',
  ]
  const names: Readonly<Record<string, readonly string[]>> = {
    'loopback.example': ['127.0.0.1'],
    'network.example': ['10.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'mixed.example': ['1.1.1.1', '127.0.0.1'],
    'mixed6.example': ['::1', '1.1.1.1'],
  }
  const named = Object.keys(names).map((name) => `http://${name}:${port}`)
  const guarded = openEngine({
    origins: [...literals.map((origin) => new URL(origin).origin), ...named],
    resolve: async (name) => names[name] ?? [],
  })
  it.each([...literals, ...named])('is not reached, even where the origin is allowed: %s', async (origin) => {
    const before = target.asked.length
    expect(await refusal(guarded, JSON.stringify([origin]))).toMatch(
      'is not public, and private addresses are not allowed',
    )
    expect(target.asked.length).toBe(before)
  })

  const anywhere = [
    `http://0.0.0.0:${port}`,
    `http://0x0:${port}`,
    `http://[::ffff:0:0]:${port}`,
    'http://169.254.169.254',
  ]
  it.each(anywhere)('is allowed, but %s is that of no server to call', async (origin) => {
    const open = openEngine({ origins: anywhere.map((one) => new URL(one).origin), allowPrivate: true })
    const before = target.asked.length
    expect(await refusal(open, JSON.stringify([origin]))).toContain('is not called')
    expect(target.asked.length).toBe(before)
  })

  it("is not reached by this machine's names", async () => {
    const own = openEngine({ origins: [`http://localhost:${port}`] })
    expect(await refusal(own, JSON.stringify([`http://localhost:${port}`]))).toBe(
      'The address of localhost is not public, and private addresses are not allowed here',
    )
  })

  it('is not reached by a name that changes its address after the check', async () => {
    const answers = [['127.0.0.1'], ['192.0.2.1']]
    const own = openEngine({
      origins: [`http://flags.example:${target.port}`],
      allowPrivate: true,
      resolve: async () => answers.shift() ?? [],
    })
    const script = body(`return http.fetch('http://flags.example:${target.port}').then(enabled)`)
    expect((await ask(own, script)).active).toBe(true)
    expect(answers).toHaveLength(1)
  })

  it('is not reached by a redirect', async () => {
    const inner = await startServer((_, response) => response.end('secret'))
    const outer = await startServer((_, response) => response.writeHead(302, { location: inner.origin }).end())
    const own = openEngine({ origins: [outer.origin], allowPrivate: true })
    expect(await refusal(own, JSON.stringify([outer.origin]))).toMatch(`${inner.origin} is not an allowed origin`)
    expect(inner.asked).toEqual([])
  })

  it('is not reached by a redirect to an allowed name', async () => {
    const port = target.port
    const outer = await startServer((_, response) =>
      response.writeHead(307, { location: `http://inner.example:${port}` }).end(),
    )
    const own = openEngine({
      origins: [`http://outer.example:${outer.port}`, `http://inner.example:${port}`],
      allowPrivate: true,
      resolve: async (name) => (name === 'outer.example' ? ['127.0.0.1'] : []),
    })
    const before = target.asked.length
    expect(await refusal(own, JSON.stringify([`http://outer.example:${outer.port}`]))).toBe(
      'inner.example does not resolve to an address',
    )
    expect(target.asked.length).toBe(before)
  })
})

describe('a redirect', () => {
  it('is followed to allowed origins, without credentials for other origins', async () => {
    const from = await startServer((_, response) => response.writeHead(303, { location: `${target.origin}/200` }).end())
    const own = openEngine({ origins: [from.origin, target.origin], allowPrivate: true })
    const init = `{ method: 'POST', body: 'x', headers: { Authorization: 'secret', Cookie: 'secret', 'X-Kept': '1' } }`
    const script = body(`return http.fetch('${from.origin}', ${init}).then((r) => { console.log(r.url); enabled() })`)
    expect(await ask(own, script)).toEqual({ active: true, logs: [`${target.origin}/200`] })
    const { method, headers, body: sent } = target.asked.at(-1)!
    expect({ method, sent, kept: headers['x-kept'] }).toEqual({ method: 'GET', sent: '', kept: '1' })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('cookie')
  })

  it('is followed three times', async () => {
    const loop = await startServer((_, response) => response.writeHead(308, { location: '/again' }).end())
    const own = openEngine({ origins: [loop.origin], allowPrivate: true })
    expect(await refusal(own, JSON.stringify([loop.origin]))).toBe(
      `${loop.origin}/again redirects too often (at most 3 times)`,
    )
    expect(loop.asked).toHaveLength(4)
  })
})
