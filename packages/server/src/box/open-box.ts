import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createSignalbox, type OwnGatewayKey, type Passwords, type Report } from '@signalbox/core'
import { ipv4sIn } from '@signalbox/core/gateway'
import { guardedFetch, scriptEngine } from '@signalbox/scripts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Observer } from '../observers/observer.ts'
import { openApiReader } from '../openapi/read-openapi.ts'
import { scryptPasswords } from '../passwords/scrypt-passwords.ts'
import type { Settings } from '../settings/settings.ts'
import { sinksOf } from '../sinks/sinks-of.ts'
import type { SharingStore } from '../stores/open-postgres.ts'
import { openStore } from '../stores/stores.ts'
import { jvmScripts } from './jvm-scripts.ts'

/**
 * Keeps webhooks and workflows that may call private addresses from a port of this process that trusts every caller:
 * returns why an address of this machine must not be called at that port. `own` is the port, once it is open.
 */
const refusalOfPort =
  (own: () => AddressInfo | undefined) =>
  (address: string, port: number): string | undefined =>
    port === own()?.port && isLocal(address)
      ? `port ${port} of this machine is the port for operators, which needs no credentials`
      : undefined

function isLocal(address: string): boolean {
  const [bare = ''] = address.toLowerCase().split('%')
  const all = [bare, ...ipv4sIn(bare)]
  const interfaces = Object.values(networkInterfaces()).flatMap((some = []) => some.map((one) => one.address))
  return all.some((one) => one === '::1' || one.startsWith('127.') || interfaces.includes(one))
}

/** The most bytes of a document of documentation. */
const DOCUMENT_BYTES = 2 * 1024 * 1024

const domains = ['Feature', 'Segment', 'Config', 'Experiment', 'Workflow']

/** The grants of `SIGNALBOX_GATEWAY_GRANTS`, such as `cart:*$$$CRU`: the rights of the workflows of routes. */
const toGatewayGrants = (texts: readonly string[]) =>
  texts.map((text) => {
    const [pattern = '', letters = ''] = text.split('$$$')
    return { pattern, rights: [...letters] as ('C' | 'R' | 'U' | 'D')[], domains }
  })

/** What a box is opened with, besides the settings. */
interface BoxParts {
  readonly report: Report
  /** The keys of its own workers. @default none */
  readonly ownGatewayKeys?: readonly OwnGatewayKey[] | undefined
  /** @default scrypt */
  readonly passwords?: Passwords | undefined
  /** Whether it copies the event log to the sinks of the settings. @default false */
  readonly withSinks?: boolean | undefined
  /** Whether it fetches the remote content of documentation. @default false */
  readonly withDocumentation?: boolean | undefined
  /** How the store is opened. @default at once, or not at all */
  readonly patiently?: ((open: () => Promise<SharingStore>) => Promise<SharingStore>) | undefined
  /** @default nobody */
  readonly observer?: Observer | undefined
  /** The port for operators of this process, which webhooks and workflows never call. @default none */
  readonly adminAddress?: (() => AddressInfo | undefined) | undefined
}

/** Opens the configured store and a Signalbox on it. The store is closed after the box and after `release`. */
export async function openBox(settings: Settings, parts: BoxParts) {
  const { report, ownGatewayKeys = [], passwords = scryptPasswords, withSinks = false, observer = {} } = parts
  const { withDocumentation = false } = parts
  const { adminAddress = () => undefined, patiently = (open) => open() } = parts
  const { scripts: observeScripts = asItIs, fetch: observeFetch = asItIs, telemetry } = observer
  const jvm = await jvmScripts(settings)
  const refusal = refusalOfPort(adminAddress)
  const sinks = withSinks ? await sinksOf(settings) : {}
  const options = { report, timeout: settings.storeTimeout, readFrom: settings.readFrom || undefined }
  const opened = await patiently(() => openStore(settings.store, options))
  const { store, release } = closedLater(observer.store?.(opened) ?? opened)
  const { timeZone, bucketing, assignment, earlierForm, bodyLimit, apiBodyLimit } = settings
  const { scriptMs: cpuMs, scriptMib: memoryMiB, scriptOrigins: origins } = settings
  const javascript = observeScripts(scriptEngine({ cpuMs, memoryMiB, origins }))
  const ofJvm = Object.entries(jvm).map(([language, engine]) => [language, observeScripts(engine)])
  const box = createSignalbox({
    scripts: { javascript, ...Object.fromEntries(ofJvm) },
    fetch: observeFetch(guardedFetch({ allowPrivate: settings.webhookPrivate, refusal })),
    workflows: {
      fetch: observeFetch(guardedFetch({ allowPrivate: settings.workflowPrivate, origins, refusal })),
      budgets: { time: settings.workflowMs },
      runs: settings.workflowRuns,
      kept: settings.workflowKept,
      gatewayGrants: toGatewayGrants(settings.gatewayGrants),
    },
    ...(withDocumentation && {
      documentation: {
        fetch: observeFetch(guardedFetch({ allowPrivate: settings.portalPrivate, bodyBytes: DOCUMENT_BYTES, refusal })),
      },
    }),
    store,
    version: packageJson.version,
    timeZone,
    bucketing,
    assignment,
    earlierForm,
    bodyLimit,
    apiBodyLimit,
    eventRetentionDays: settings.eventRetentionDays,
    ...(settings.experimentRetentionDays > 0 && { experimentRetentionDays: settings.experimentRetentionDays }),
    ...(settings.gatewayUrl !== '' && { gatewayUrl: settings.gatewayUrl }),
    usageRetentionDays: settings.usageRetentionDays,
    readyLagSeconds: settings.readyLag,
    streamsOfCaller: Math.ceil(settings.connections / 2),
    report,
    ownGatewayKeys,
    sinks,
    ...(telemetry && { telemetry }),
    passwords,
    issuers: settings.oidcIssuer === '' ? [] : [settings.oidcIssuer],
    ...(settings.passwordLogin === 'admin' && { passwordUsers: [settings.adminUser] }),
    readOpenApi: openApiReader(),
  })
  return { box, store, release }
}

const asItIs = <T>(it: T): T => it

/**
 * Delays closing a store until it has also been released, because calls in flight may need it after the box has closed.
 */
function closedLater(store: SharingStore): { store: SharingStore; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { store: { ...store, close: () => released.then(() => store.close?.()) }, release }
}
