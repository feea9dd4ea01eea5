import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createServer } from '../serve/create-server.ts'
import { firstStart } from './first-start.ts'
import { scryptPasswords } from './scrypt-passwords.ts'

const nothing = { adminUser: 'admin', adminPassword: '', clientId: '', clientSecret: '' }

const json = { 'Content-Type': 'application/json' }
const logIn = async (url: string, userId: string, password: string) =>
  (await fetch(`${url}/api/login`, { method: 'POST', headers: json, body: JSON.stringify({ userId, password }) }))
    .status

describe('a first start', () => {
  it('creates an admin with a working password that is printed once', async () => {
    const box = createSignalbox({ passwords: scryptPasswords })
    const { firstAdmin, warnings } = await firstStart(box, nothing)
    expect(warnings).toEqual([])
    expect(firstAdmin).toEqual({ user: 'admin', password: expect.stringMatching(/^\S{24}$/) })
    expect(await firstStart(box, nothing)).toEqual({ warnings: [] })
    const body = { userId: 'admin', password: firstAdmin?.password as string }
    expect(await box.login({ body })).toMatchObject({ admin: true, temporary: true })
  })

  it('returns the password to the embedding program, and prints nothing', async () => {
    const printed = vi.spyOn(console, 'log')
    onTestFinished(() => printed.mockRestore())
    const server = await createServer({ port: 0, store: 'memory:' })
    const { user = '', password = '' } = server.firstAdmin ?? {}
    expect(await logIn(server.url, user, password)).toBe(200)
    await server.close()
    expect(printed).not.toHaveBeenCalled()
  })

  it('uses a given password and API key, and prints nothing', async () => {
    const server = await createServer({
      port: 0,
      store: 'memory:',
      adminPassword: 'a long password',
      clientId: 'me',
      clientSecret: 'sixteen letters!',
    })
    const answer = await fetch(`${server.url}/api/users`, {
      headers: { 'Service-Client-Id': 'me', 'Service-Client-Secret': 'sixteen letters!' },
    })
    expect(await answer.json()).toMatchObject({ results: [{ id: 'admin', temporary: false }] })
    expect((await fetch(`${server.url}/api/users`)).status).toBe(401)
    expect([server.firstAdmin, server.warnings]).toEqual([undefined, []])
    await server.close()
  })
})

describe('a later start', () => {
  const given = {
    adminUser: 'admin',
    adminPassword: 'a long password',
    clientId: 'me',
    clientSecret: 'sixteen letters!',
  }

  it('warns of settings without effect', async () => {
    const box = createSignalbox({ passwords: scryptPasswords })
    await firstStart(box, given)
    expect(await firstStart(box, given)).toEqual({ warnings: [] })
    const others = { ...given, adminPassword: 'another password', clientSecret: 'another 16 letters' }
    expect(await firstStart(box, others)).toEqual({
      warnings: [
        'SIGNALBOX_ADMIN_PASSWORD has no effect, because users already exist: change a password with `signalbox passwd`',
        'SIGNALBOX_CLIENT_SECRET has no effect, because there is an API key me with another secret: change it with PATCH /api/apikeys/me',
      ],
    })
    expect(await box.login({ body: { userId: 'admin', password: given.adminPassword } })).toMatchObject({ id: 'admin' })
  })

  it('does not verify the password of a missing user', async () => {
    const box = createSignalbox({ passwords: scryptPasswords })
    await firstStart(box, given)
    const { warnings } = await firstStart(box, { ...given, adminUser: 'root' })
    expect(warnings).toEqual([expect.stringMatching(/^SIGNALBOX_ADMIN_PASSWORD has no effect/)])
  })
})

describe('a password under scrypt', () => {
  it('is verified, and other passwords are not', async () => {
    const stored = await scryptPasswords.hash('a long password')
    expect(stored).not.toContain('a long password')
    expect(await scryptPasswords.verify('a long password', stored)).toBe(true)
    expect(await scryptPasswords.verify('a long passwort', stored)).toBe(false)
    expect(await scryptPasswords.verify('', 'nonsense')).toBe(false)
    expect(scryptPasswords.isHash?.(stored)).toBe(true)
  })

  it.each(['', 'nonsense', 'scrypt', 'scrypt$$', `scrypt$c2FsdA==$${'A'.repeat(42)}==`])(
    'is never stored as %j',
    (text) => {
      expect(scryptPasswords.isHash?.(text)).toBe(false)
    },
  )
})
