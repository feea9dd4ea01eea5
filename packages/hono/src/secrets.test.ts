import { memoryStore, type Passwords, type Store } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { cookieOf, mounted, pair, seeded } from './access.fixture.ts'

/** Reversible hashes that differ visibly from passwords. */
const passwords: Passwords = {
  hash: async (password) => `fake$${Buffer.from(password).toString('hex')}`,
  verify: async (password, stored) => stored === `fake$${Buffer.from(password).toString('hex')}`,
}

const secrets = {
  given: 'given-secret-of-a-key',
  changed: 'changed-secret-of-a-key',
  imported: 'imported-secret-of-a-key',
  first: 'first password of a user',
  second: 'second password of a user',
  third: 'third password of a user',
  guess: 'secret-guess-of-someone',
  hook: `whsec_${btoa('hook-secret-of-an-admin-!')}`,
  header: 'header-of-a-web-hook',
  otherHeader: 'other-header-of-a-web-hook',
}

interface Stored {
  readonly clientSecretHash?: string
  readonly passwordHash?: string
  readonly passwordId?: string
}

/** Everything that a session of calls exposed: responses with headers, events, reports. */
interface Said {
  readonly what: string
  readonly text: string
}

async function everything() {
  const said: Said[] = []
  const say = (what: string, text: unknown) => said.push({ what, text: typeof text === 'string' ? text : String(text) })
  const store = memoryStore()
  const failing: Store = { ...store, count: () => Promise.reject(new Error('The store failed')) }
  const box = await seeded({ store: failing, passwords, report: (error) => say('report', error) })
  const call = mounted(box, { report: (error) => say('report', error) })
  const admin = pair('admin')

  async function send(method: string, path: string, more: Parameters<typeof call>[2] = {}) {
    const answer = await call(method, path, { headers: admin, ...more })
    const copy = answer.clone()
    say(`${method} ${path}`, JSON.stringify([...answer.headers.entries(), await answer.text()]))
    return copy
  }
  const lines = (...all: object[]) => ({
    body: all.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    headers: { ...admin, 'Content-Type': 'application/nd-json' },
  })
  const broken = (body: string) => ({ body, headers: { ...admin, 'Content-Type': 'application/json' } })

  const generated = (await (await send('POST', '/api/apikeys', { json: { clientId: 'g', name: 'g' } })).json()) as {
    clientSecret: string
  }
  const key = { clientId: 'k', name: 'k' }
  await send('POST', '/api/apikeys', { json: { ...key, clientSecret: secrets.given } })
  await send('POST', '/api/apikeys', { json: { ...key, clientSecret: secrets.guess } })
  await send('GET', '/api/apikeys/k')
  await send('GET', '/api/apikeys')
  await send('GET', '/api/counts/apikeys')
  await send('GET', '/api/me', { headers: pair('k', secrets.given) })
  await send('GET', '/api/me', { headers: pair('k', secrets.guess) })
  await send('GET', '/api/me', { headers: pair(secrets.guess, 'x') })
  await send('GET', '/api/features/a:x', { headers: pair('k', secrets.given) })
  await send('PATCH', '/api/apikeys/k', { json: [{ op: 'add', path: '/clientSecret', value: secrets.changed }] })
  await send('PATCH', '/api/apikeys/k', { json: [{ op: 'test', path: '/clientSecret', value: secrets.guess }] })
  await send('PATCH', '/api/apikeys/k', { json: [{ op: 'add', path: '/clientSecretHash', value: secrets.guess }] })
  await send('PATCH', '/api/apikeys/k', { json: [{ op: 'add', path: '/x/y/z', value: secrets.guess }] })
  await send('PATCH', '/api/apikeys/k', { json: [{ op: 'copy', from: '/clientSecretHash', path: '/name' }] })
  await send('PUT', '/api/apikeys/k', { json: { ...key, name: 'other' } })
  await send('PUT', '/api/apikeys/k', { json: { ...key, clientSecret: 7, secret: secrets.guess } })
  await send('PUT', '/api/apikeys/nowhere', { json: { name: 'n', clientSecret: secrets.guess } })
  await send('POST', '/api/apikeys.ndjson', lines({ ...key, clientId: 'i', clientSecret: secrets.imported }))
  await send('POST', '/api/apikeys.ndjson', {
    ...lines({ ...key, clientSecretHash: secrets.guess }, { clientId: 'x', secret: secrets.guess }),
  })
  await send('POST', '/api/apikeys.ndjson', {
    ...lines(),
    body: `{"clientSecret":${secrets.guess}}\n"${secrets.guess}"x`,
  })
  await send('POST', '/api/apikeys', broken(`{"clientSecret":${secrets.guess}`))
  await send('POST', '/api/apikeys', broken(`{"clientSecret":"${secrets.guess}`))
  await send('POST', '/api/apikeys', broken(secrets.guess))
  await send('POST', '/api/apikeys', broken(`{"a":${secrets.guess}}`))

  const hook = { clientId: 'h', callbackUrl: 'https://receiver.invalid', headers: { Authorization: secrets.header } }
  const generatedHook = (await (await send('POST', '/api/webhooks', { json: hook })).json()) as { secret: string }
  await send('GET', '/api/webhooks/h')
  await send('GET', '/api/webhooks')
  await send('GET', '/api/webhooks.ndjson')
  await send('PUT', '/api/webhooks/h', { json: { ...hook, isBanned: true, headers: { 'X-Key': secrets.otherHeader } } })
  await send('PATCH', '/api/webhooks/h', { json: [{ op: 'copy', from: '/secret', path: '/callbackUrl' }] })
  await send('PATCH', '/api/webhooks/h', { json: [{ op: 'test', path: '/headers/X-Key', value: secrets.guess }] })
  await send('PATCH', '/api/webhooks/h', { json: [{ op: 'add', path: '/headers/X-B', value: `${secrets.guess}\n` }] })
  await send('PATCH', '/api/webhooks/h', { json: [{ op: 'add', path: '/secret', value: secrets.hook }] })
  await send('POST', '/api/webhooks/h/_test')
  await send('GET', '/api/webhooks/h/deliveries')
  await send('POST', '/api/webhooks.ndjson', lines({ ...hook, secret: secrets.guess }))

  const user = { id: 'v', name: 'v', admin: true }
  await send('POST', '/api/users', { json: { ...user, password: secrets.first } })
  await send('GET', '/api/users/v')
  await send('GET', '/api/users')
  await send('PUT', '/api/users/v', { json: { ...user, password: secrets.second } })
  await send('PATCH', '/api/users/v', { json: [{ op: 'test', path: '/password', value: secrets.second }] })
  await send('PATCH', '/api/users/v', { json: [{ op: 'copy', from: '/passwordHash', path: '/name' }] })
  await send('POST', '/api/login', { json: { userId: 'v', password: secrets.guess }, headers: {} })
  await send('POST', '/api/login', { json: { userId: 'v', password: [secrets.guess] }, headers: {} })
  await send('POST', '/api/login', { ...broken(`{"password":${secrets.guess}`) })
  const login = await call('POST', '/api/login', { json: { userId: 'v', password: secrets.second } })
  const token = cookieOf(login) as string
  say('POST /api/login', await login.text())
  const Cookie = `signalbox_session=${token}`
  await send('GET', '/api/me', { headers: { Cookie } })
  const json = { currentPassword: secrets.second, newPassword: secrets.third }
  await send('POST', '/api/me/password', {
    json: { ...json, newPassword: secrets.guess.slice(0, 5) },
    headers: { Cookie },
  })
  const changed = await call('POST', '/api/me/password', { json, headers: { Cookie } })
  say('POST /api/me/password', await changed.text())
  const opened = cookieOf(changed) as string
  await send(
    'POST',
    '/api/users.ndjson',
    lines({ id: 'w', name: 'w', password: secrets.first }, { ...user, pasword: secrets.guess }),
  )
  for (const path of ['/api/_search', '/api/features.ndjson', '/api/tree/features', '/api/configs.ndjson'])
    await send('GET', path)
  await send('GET', '/api/apikeys.ndjson', { headers: pair('inside') })
  await send('GET', '/api/users.ndjson', { headers: pair('inside') })
  const entries = [...(await collect(store.scan('apikeys'))), ...(await collect(store.scan('users')))]
  const hashes = (entries as { value: Stored }[]).flatMap(({ value }) => [
    value.clientSecretHash,
    value.passwordHash,
    value.passwordId,
  ])
  await send('DELETE', '/api/apikeys/k')
  await send('DELETE', '/api/apikeys?pattern=i,g')
  await send('DELETE', '/api/users?pattern=v,w')
  for await (const event of store.read({ after: 0 })) say('event', JSON.stringify(event))

  const tokens = { token, opened, generated: generated.clientSecret, generatedHook: generatedHook.secret }
  return {
    said,
    secrets: { ...secrets, ...tokens },
    hashes: hashes.filter((one) => one !== undefined),
    call,
    store,
  }
}

async function collect(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const value of values) all.push(value)
  return all
}

/** Where a text, or its beginning, was exposed. */
const placesOf = (said: readonly Said[], text: string) =>
  said.filter((one) => one.text.includes(text.slice(0, 10))).map(({ what }) => what)

describe('over a session of calls', () => {
  it('a secret is only returned by the call that sets it', async () => {
    const { said, secrets } = await everything()
    expect(said.filter(({ what }) => what === 'event').length).toBeGreaterThan(10)
    expect(placesOf(said, 'The store failed')).toContain('report')
    const places = Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, placesOf(said, secret)]))
    expect(places).toEqual({
      generated: ['POST /api/apikeys'],
      given: ['POST /api/apikeys'],
      changed: ['PATCH /api/apikeys/k'],
      imported: [],
      first: [],
      second: [],
      third: [],
      guess: [],
      hook: ['PATCH /api/webhooks/h'],
      generatedHook: ['POST /api/webhooks'],
      header: [],
      otherHeader: [],
      token: [],
      opened: [],
    })
  })

  it('no hash is returned', async () => {
    const { said, hashes } = await everything()
    expect(hashes.length).toBeGreaterThan(8)
    for (const hash of hashes) expect(said.filter(({ text }) => text.includes(hash))).toEqual([])
    expect(said.filter(({ text }) => /hmac-sha256\$[0-9a-f]|fake\$/.test(text))).toEqual([])
  })

  it('no secret is stored', async () => {
    const { store, secrets } = await everything()
    const stored: unknown[] = []
    for (const collection of ['apikeys', 'users', 'sessions', 'features', 'configs'])
      stored.push(...(await collect(store.scan(collection))))
    const text = JSON.stringify(stored)
    expect(text).toContain('hmac-sha256')
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  })

  it('hashes are only exported to admins, for API keys and users', async () => {
    const { call } = await everything()
    const text = async (path: string) => (await call('GET', path, { headers: pair('admin') })).text()
    expect(await text('/api/apikeys.ndjson')).toContain('"clientSecretHash":"hmac-sha256$')
    expect(await text('/api/users.ndjson')).toContain('"passwordHash":"fake$')
  })
})
