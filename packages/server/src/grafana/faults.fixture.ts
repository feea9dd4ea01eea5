import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@signalbox/test-postgres'
import { startS3 } from '@signalbox/testing/s3'
import { onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { json, temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { connect, type RawConnection } from '../fixtures/raw.fixture.ts'
import { startReceiver } from '../fixtures/receiver.fixture.ts'
import { startWith128 } from '../overload/few-descriptors.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'
import { openDataPlane } from '../serve/open-data-plane.ts'
import { checkSettings } from '../settings/read-settings.ts'
import type { Target } from './watched.fixture.ts'

/** A process that is watched, and what happens to it. */
export interface Watched extends Target {
  /** Brings about the fault. */
  readonly fail: () => unknown
  /** Ends the fault, after which the alert must end, too. @default it is not tried */
  readonly mend?: () => unknown
}

/** A fault that an alert must tell of. */
export interface Fault {
  readonly alert: string
  /** What has happened, as the end of a sentence: the alert fires when … */
  readonly when: string
  readonly open: () => Promise<Watched>
  /** Labels of the alert, which say where the fault is. */
  readonly labels: Readonly<Record<string, string>>
  /** The alert fires within so many minutes. */
  readonly within: number
  /** For how many minutes all is well before. @default 12 */
  readonly calm?: number
  /** Other alerts that this fault sets off, too. @default none */
  readonly also?: readonly string[]
}

const instance = 'signalbox-1:9081'

async function serve(options: ServerOptions = {}) {
  const server = await createServer({
    ...{ ...known, port: 0, adminPort: 0, report: () => {}, announce: () => {}, webhookPrivate: true },
    ...options,
  })
  onTestFinished(() => server.close())
  let count = 0
  return {
    ...server,
    adminUrl: server.adminUrl as string,
    /** Saves a record by HTTP, which is an event, too. */
    async save() {
      const body = JSON.stringify({ id: `c${count++}`, value: count })
      await (await call(`${server.url}/api/configs`, { ...json({}), body })).text()
    },
  }
}

/** A server whose users write to a file, and that file. */
async function withFile() {
  const file = join(await temporaryFolder(), 'signalbox.db')
  const { adminUrl, save } = await serve({ store: `sqlite:${file}` })
  return { file, adminUrl, live: save }
}

/** Such a server whose file loses its log, so that writes fail. */
async function withoutLog() {
  const { file, ...server } = await withFile()
  return { ...server, fail: () => rmSync(`${file}-wal`) }
}

/** A bucket that can be away, and the settings for it. */
async function startBucket() {
  const key = { accessKeyId: 'test', secretAccessKey: randomUUID(), region: 'eu-west-1' }
  const s3 = await startS3({ ...key, bucket: 'signalbox' })
  onTestFinished(() => s3.close())
  return {
    settings: {
      ...{ s3AccessKeyId: key.accessKeyId, s3SecretAccessKey: key.secretAccessKey, s3Region: key.region },
      ...{ s3Endpoint: s3.endpoint, snapshotKey: randomUUID() },
    },
    fail() {
      s3.fault = () => 503
    },
    mend() {
      s3.fault = () => undefined
    },
  }
}

/** A server with a webhook, whose receiver begins to answer 500. */
async function withWebhook() {
  let status = 204
  const receiver = await startReceiver((_, response) => void response.writeHead(status).end())
  const { adminUrl, box, save } = await serve()
  await box.webhooks.create({ body: { clientId: 'ci', callbackUrl: receiver.url } })
  return {
    ...{ adminUrl, live: save },
    fail() {
      status = 500
    },
  }
}

/** A server with a gateway, whose backend can begin to fail. */
async function withGateway(options: ServerOptions = {}, backend: object = {}) {
  let status = 200
  const port = await startBackend((_, response) => void response.writeHead(status).end())
  const { adminUrl, box, save, gatewayUrl } = await serve({ gateway: true, ...options })
  const api = apiTo(port)
  const [main] = api.backends
  await box.apis.create({ body: { ...api, backends: [{ ...main!, backend: { ...main!.backend, ...backend } }] } })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  return {
    ...{ adminUrl, box, save },
    live: async () => (await fetch(`${gatewayUrl}/shop/`)).text(),
    fail() {
      status = 500
    },
    mend() {
      status = 200
    },
  }
}

/** A process that nobody uses before the fault. */
function onceFailed(adminUrl: string, use: () => unknown): Watched {
  let isUsed = false
  return {
    ...{ adminUrl, live: () => isUsed && use() },
    fail() {
      isUsed = true
    },
  }
}

/** Clients that keep so many connections open from the fault on: closed ones are replaced. */
function holdConnections(url: string, count: number): Pick<Watched, 'fail' | 'live'> {
  const open = new Set<RawConnection>()
  onTestFinished(() => {
    for (const { destroy } of open) destroy()
  })
  let isFailing = false
  async function live(): Promise<void> {
    while (isFailing && open.size < count) {
      const connection = await connect(url)
      open.add(connection)
      void connection.closed.then(() => open.delete(connection))
    }
  }
  return {
    live,
    fail() {
      isFailing = true
    },
  }
}

/**
 * At least one fault for each alert of `alerts.yaml`, in the same order. To add an alert, add its rule there, a row here,
 * and an entry in the page `docs/alerts.md`. A row opens a process and says what makes it fail. The test lets a calm
 * time pass, in which no alert may fire, calls `fail`, and waits up to `within` minutes for the alert:
 *
 *     {
 *       alert: 'SignalboxConnections',
 *       when: 'clients keep connections open',
 *       async open() {
 *         const { adminUrl, url } = await serve({ connections: 10 })
 *         return { adminUrl, ...holdConnections(url, 9) }
 *       },
 *       labels: { instance },
 *       within: 10,
 *     },
 */
export const faults: readonly Fault[] = [
  {
    alert: 'SignalboxDown',
    when: 'the process ends',
    async open() {
      const { adminUrl, close } = await serve()
      return { adminUrl, fail: () => void close() }
    },
    labels: { instance },
    within: 3,
  },
  {
    alert: 'SignalboxNotStarted',
    when: 'the database is away at the start',
    async open() {
      const adminPort = await freePort()
      const waiting = new AbortController()
      const { signal } = waiting
      const store = `postgres://box:box@127.0.0.1:${await freePort()}/box`
      const options = { ...known, store, adminPort, port: 0, report: () => {}, announce: () => {} }
      const started = createServer({ ...options, waitForStore: true, signal }).catch(() => {})
      onTestFinished(() => {
        waiting.abort()
        return started.then(() => {})
      })
      const adminUrl = `http://127.0.0.1:${adminPort}`
      while (!(await fetch(`${adminUrl}/live`).catch(() => undefined))) await delay(20)
      return { adminUrl, fail: () => {} }
    },
    labels: { instance },
    within: 12,
    calm: 0,
  },
  {
    alert: 'SignalboxEventLoopLag',
    when: 'something keeps the event loop busy',
    async open() {
      const { adminUrl } = await serve()
      let busy = 0
      const live = async () => {
        await delay(50) // the first tick after a scrape only begins to measure
        for (const end = performance.now() + busy; performance.now() < end; );
      }
      return {
        // One step a minute: over more than a second of real time, one pause is less than a hundredth.
        ...{ adminUrl, live, step: 60 },
        fail() {
          busy = 400 // milliseconds
        },
        mend() {
          busy = 0
        },
      }
    },
    labels: { instance },
    within: 13,
  },
  {
    alert: 'SignalboxErrors',
    when: 'the store refuses writes',
    open: withoutLog,
    labels: {},
    within: 12,
    also: ['SignalboxStoreFailures', 'SignalboxLogLag'],
  },
  {
    alert: 'SignalboxLogLag',
    when: 'the bucket of a sink is away',
    async open() {
      const { settings, ...bucket } = await startBucket()
      const { adminUrl, save } = await serve({ ...settings, sinks: [{ id: 'audit', to: 's3://signalbox/log' }] })
      return { adminUrl, live: save, ...bucket }
    },
    labels: { instance, consumer: 'sink:audit' },
    within: 6,
  },
  {
    alert: 'SignalboxLogLag',
    when: 'the bucket of a sink is away from the start',
    async open() {
      const { settings, ...bucket } = await startBucket()
      bucket.fail()
      const { adminUrl, save } = await serve({ ...settings, sinks: [{ id: 'audit', to: 's3://signalbox/log' }] })
      return { adminUrl, live: save, ...bucket }
    },
    labels: { consumer: 'sink:audit' },
    within: 6,
    calm: 0,
  },
  {
    alert: 'SignalboxStoreFailures',
    when: 'the file of the store has lost its log',
    open: withoutLog,
    labels: { method: 'commit' },
    within: 12,
    also: ['SignalboxErrors', 'SignalboxLogLag'],
  },
  {
    alert: 'SignalboxWebhooksFailing',
    when: 'a receiver answers 500',
    open: withWebhook,
    labels: {},
    within: 40,
    also: ['SignalboxLogLag', 'SignalboxWebhookBanned'],
  },
  {
    alert: 'SignalboxWebhookBanned',
    when: 'a receiver has answered 500 ten times',
    open: withWebhook,
    labels: {},
    within: 600,
    also: ['SignalboxWebhooksFailing', 'SignalboxLogLag'],
  },
  {
    alert: 'SignalboxSnapshotsFailing',
    when: 'the bucket of snapshots is away',
    async open() {
      const { settings, ...bucket } = await startBucket()
      const { adminUrl, save } = await serve({ ...settings, snapshotTo: 's3://signalbox/prod' })
      return { adminUrl, live: save, ...bucket }
    },
    labels: { instance },
    within: 20,
  },
  {
    alert: 'SignalboxRetentionFailing',
    when: 'the table of events is gone',
    async open() {
      const { file, adminUrl } = await withFile()
      return {
        ...{ adminUrl, step: 60 },
        fail() {
          const database = new DatabaseSync(file)
          database.exec('drop table signalbox_events')
          database.close()
        },
      }
    },
    labels: { instance, duty: 'event-retention' },
    within: 6 * 60,
    also: ['SignalboxStoreFailures'],
  },
  {
    alert: 'SignalboxLogDropped',
    when: 'the disk of the access log is full',
    async open() {
      const { adminUrl, save } = await serve({ accessLog: 'file:/dev/full' })
      return onceFailed(adminUrl, save)
    },
    labels: { instance },
    within: 3,
  },
  {
    alert: 'SignalboxConnections',
    when: 'clients keep connections open',
    async open() {
      const { adminUrl, url } = await serve({ connections: 10, addressShare: 1 })
      return { adminUrl, ...holdConnections(url, 9) }
    },
    labels: { instance },
    within: 8,
  },
  {
    alert: 'SignalboxEventStreams',
    when: 'readers keep event streams open',
    async open() {
      const { adminUrl, url } = await serve({ connections: 20, streamShare: 0.25, addressShare: 1 })
      return { adminUrl, fail: () => Promise.all(Array.from({ length: 5 }, () => call(`${url}/api/events`))) }
    },
    labels: { instance },
    within: 8,
  },
  {
    alert: 'SignalboxFileDescriptors',
    when: 'nearly all file descriptors are in use',
    async open() {
      const { url, adminUrl } = await startWith128()
      return { adminUrl, ...holdConnections(url, 85) }
    },
    labels: { instance },
    within: 8,
  },
  {
    alert: 'SignalboxGatewayErrors',
    when: 'a backend answers 500',
    open: withGateway,
    labels: { api: 'shop' },
    within: 12,
  },
  {
    alert: 'SignalboxBackendDown',
    when: 'the checks of a target fail',
    open: async () => ({
      ...(await withGateway({}, { health_check: { enabled: true, url: '/', interval: 20_000, unhealthyAfter: 1 } })),
      step: 2, // a check has seconds to end
    }),
    labels: { backend: 'shop:main' },
    within: 6,
  },
  {
    alert: 'SignalboxGatewayStale',
    when: 'the control plane has ended',
    async open() {
      const { url, box, close } = await serve()
      const { key } = await box.gatewayKeys.create({ body: { id: 'edge' } })
      const settings = checkSettings({
        adminPort: 0,
        gatewayPort: 0,
        gatewayFrom: url,
        gatewayKey: key as string,
        gatewayLog: 'off',
      })
      const plane = await openDataPlane(settings, { report: () => {}, announce: () => {} })
      onTestFinished(() => plane.close())
      return { adminUrl: plane.adminUrl as string, fail: () => void close() }
    },
    labels: { instance },
    within: 6,
  },
  {
    alert: 'SignalboxGatewayLogDropped',
    when: 'the disk of the access log is full',
    async open() {
      const { adminUrl, live: ask } = await withGateway({ gatewayLog: 'file:/dev/full' })
      return onceFailed(adminUrl, ask)
    },
    labels: { instance },
    within: 3,
  },
]

/** A server with all that is watched, which serves for a while without faults. */
export async function withEverything() {
  const { settings } = await startBucket()
  const receiver = await startReceiver((_, response) => void response.writeHead(204).end())
  const { adminUrl, live, save, box } = await withGateway({
    ...settings,
    ...{ snapshotTo: 's3://signalbox/prod', sinks: [{ id: 'audit', to: 's3://signalbox/log' }] },
  })
  await box.webhooks.create({ body: { clientId: 'ci', callbackUrl: receiver.url } })
  return {
    adminUrl,
    async live() {
      await live()
      await save()
    },
  }
}
