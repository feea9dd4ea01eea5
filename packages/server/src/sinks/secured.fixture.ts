import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'
import { certificateFor } from '../fixtures/certificates.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

/** The entry of a sink in the settings, without its id. */
export interface SinkEntry {
  readonly to: string
  readonly [option: string]: unknown
}

export const user = { username: 'ann', password: randomUUID() }
const authority = certificateFor('authority.test')
/** What brokers show, and who has signed it. */
export const certificate = { ...certificateFor('localhost', authority), ca: authority.cert }
/** An authority that has not signed it. */
export const stranger = certificateFor('stranger.test').cert

/** Starts a server with a sink that logs in with a password, and creates a feature. */
async function start(sink: SinkEntry, password: string) {
  vi.stubEnv('SINK_PASSWORD', password)
  const reports: string[] = []
  const report = (error: unknown) => void reports.push(inspect(error, { depth: null }))
  const sinks = [{ id: 'audit', domains: ['Feature'], ...sink }]
  const server = await createServer({ ...known, port: 0, adminPort: 0, report, sinks })
  onTestFinished(() => server.close())
  await server.box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const shown = async () => (await call(`${server.url}/api/sinks`)).json()

  /** Neither responses nor metrics nor reports have the password. */
  async function keepsSecret(): Promise<void> {
    const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text()
    expect(metrics).toContain('signalbox_sink_')
    expect(JSON.stringify(await shown()) + metrics + reports.join('\n')).not.toContain(password)
  }
  return { shown, reports, keepsSecret, close: server.close }
}

/** Starts a server whose sink logs in with the right password, and returns once the sink has copied a new feature. */
export async function serve(sink: SinkEntry): Promise<void> {
  const { shown, keepsSecret, close } = await start(sink, user.password)
  const [kind] = /^(amqp|kafka|nats|rabbitmq-stream|redis)/.exec(sink.to) ?? []
  await expect.poll(shown).toMatchObject({ results: [{ id: 'audit', kind, state: 'running', behind: 0 }] })
  await keepsSecret()
  await close()
}

/** Starts a server whose sink has a wrong password, and one that does not trust the broker. Both say so. */
export async function refuse(sink: SinkEntry, { login, trust }: { readonly login: RegExp; readonly trust: RegExp }) {
  const failed = (error: RegExp) => ({ results: [{ state: 'retrying', error: expect.stringMatching(error) }] })
  const wrong = await start(sink, `wrong-${randomUUID()}`)
  await expect.poll(wrong.shown).toMatchObject(failed(login))
  expect(wrong.reports[0]).toContain('The sink audit failed, and is tried again')
  await wrong.keepsSecret()
  const distrustful = await start({ ...sink, tls: { ca: stranger } }, user.password)
  await expect.poll(distrustful.shown).toMatchObject(failed(trust))
  await distrustful.keepsSecret()
}
