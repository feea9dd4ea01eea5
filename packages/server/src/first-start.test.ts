import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { createServer } from './create-server.ts'
import { firstStart } from './first-start.ts'
import { scryptPasswords } from './scrypt-passwords.ts'

const nothing = { adminUser: 'admin', adminPassword: '', clientId: '', clientSecret: '' }

describe('a first start', () => {
  it('creates an admin whose password is told once, and works', async () => {
    const box = createSignalbox({ passwords: scryptPasswords })
    const lines: string[] = []
    await firstStart(box, nothing, (line) => lines.push(line))
    await firstStart(box, nothing, (line) => lines.push(line))
    expect(lines).toHaveLength(1)
    const [, password = ''] = /log in as admin with the password (\S{24})$/.exec(lines[0] ?? '') ?? []
    expect(await box.login({ body: { userId: 'admin', password } })).toMatchObject({ admin: true, temporary: true })
  })

  it('takes the password and the api key that are given, and tells nothing', async () => {
    const lines: string[] = []
    const server = await createServer({
      port: 0,
      store: 'memory:',
      adminPassword: 'a long password',
      clientId: 'me',
      clientSecret: 'sixteen letters!',
      announce: (line) => lines.push(line),
    })
    const answer = await fetch(`${server.url}/api/users`, {
      headers: { 'Service-Client-Id': 'me', 'Service-Client-Secret': 'sixteen letters!' },
    })
    expect(await answer.json()).toMatchObject({ results: [{ id: 'admin', temporary: false }] })
    expect((await fetch(`${server.url}/api/users`)).status).toBe(401)
    expect(lines).toEqual([])
    await server.close()
  })
})

describe('a password under scrypt', () => {
  it('verifies, and no other does', async () => {
    const stored = await scryptPasswords.hash('a long password')
    expect(stored).not.toContain('a long password')
    expect(await scryptPasswords.verify('a long password', stored)).toBe(true)
    expect(await scryptPasswords.verify('a long passwort', stored)).toBe(false)
    expect(await scryptPasswords.verify('', 'nonsense')).toBe(false)
  })
})
