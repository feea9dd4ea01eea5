import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call } from '../fixtures/known.fixture.ts'
import { connect } from '../fixtures/raw.fixture.ts'
import { startWith128 } from './few-descriptors.fixture.ts'

/** Opens connections that send nothing. */
async function idle(url: string, count: number) {
  const opened = await Promise.all(Array.from({ length: count }, () => connect(url)))
  const close = () => opened.map(({ destroy }) => destroy())
  onTestFinished(() => void close())
  return close
}

const warning =
  'This process may open 128 file descriptors, and SIGNALBOX_CONNECTIONS allows 10000 connections: raise the limit with ulimit -n or LimitNOFILE= of systemd, or lower SIGNALBOX_CONNECTIONS'
const none = /No file descriptor is left, so new connections are closed without an answer/g

describe.skipIf(process.platform !== 'linux')('a server with 128 file descriptors', () => {
  it('warns at the start, says once a minute that none is left, and serves again when there are some', async () => {
    const { url, adminUrl, errors } = await startWith128()
    expect(errors()).toContain(warning)
    const close = await idle(url, 200)
    await expect.poll(errors).toMatch(none)
    await setTimeout(5000)
    expect(errors().match(none)).toHaveLength(1)
    expect(errors()).not.toContain('\n    at ')
    close()
    await expect.poll(async () => (await call(`${url}/api/features`).catch(() => undefined))?.status).toBe(200)
    expect((await fetch(`${adminUrl}/ready`)).status).toBe(200)
  })

  it('never runs out of them if its limit of connections fits', async () => {
    const { url, adminUrl, errors } = await startWith128({ SIGNALBOX_CONNECTIONS: '20' })
    await idle(url, 400)
    await setTimeout(3000)
    for (const probe of [`${url}/api/_ready`, `${adminUrl}/ready`, `${adminUrl}/live`])
      expect((await fetch(probe)).status).toBe(200)
    expect(errors()).not.toMatch(/file descriptor/)
  })
})
