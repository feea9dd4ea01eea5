import { createServer } from 'signalbox'
import { expect, it, onTestFinished } from 'vitest'

it('a server hashes the passwords of users as its embedder says', async () => {
  const passwords = {
    hash: async (password: string) => `own ${[...password].reverse().join('')}`,
    verify: async (password: string, stored: string) => stored === `own ${[...password].reverse().join('')}`,
  }
  const server = await createServer({ port: 0, store: 'memory:', adminPassword: 'long enough to be one', passwords })
  onTestFinished(() => server.close())
  const login = (password: string) =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userId: 'admin', password }),
    })
  expect([(await login('long enough to be one')).status, (await login('another one altogether')).status]).toEqual([
    200, 401,
  ])
})
