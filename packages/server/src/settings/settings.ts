import { isIP } from 'node:net'
import { isReplicaUrl, isStoreUrl, nearestStore, storeUrls } from '../stores/stores.ts'
import { dashboardSettings } from './dashboard-settings.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { jvmSettings } from './jvm-settings.ts'
import { observingSettings } from './observing-settings.ts'
import { oidcSettings } from './oidc-settings.ts'
import type { Setting } from './setting.ts'
import { listOf, oneOf, partOfAll, setting, textThat, trueOrFalse, wholeNumber } from './setting.ts'
import type { SinkSpec } from './sink-spec.ts'
import { readSinkSpecs } from './sink-spec.ts'
import { snapshotSettings } from './snapshot-settings.ts'

/**
 * All settings by their name in the config file. `--help`, the reading of each source and the messages about invalid
 * values are generated from this table.
 */
export const settings = {
  port: setting({
    variable: 'PORT',
    initial: 9000,
    about: 'Port to listen on; 0 picks a free port',
    allowed: 'a whole number from 0 to 65535',
    read: wholeNumber(0, 65_535),
  }),
  host: setting({
    variable: 'HOST',
    initial: '127.0.0.1',
    about: 'Address to listen on; 0.0.0.0 accepts connections from other machines',
    allowed: 'an IP address or localhost',
    read: textThat((host) => host === 'localhost' || isIP(host) !== 0),
  }),
  tlsCert: setting<readonly string[]>({
    initial: [],
    about:
      'Files with the certificates of the server (PEM) for https, separated by commas. The host that the client asks for (SNI) chooses one; the first is for all other hosts',
    allowed: 'names of files, separated by commas',
    read: listOf((file) => file !== ''),
  }),
  tlsKey: setting<readonly string[]>({
    initial: [],
    about: 'Files with the private keys of these certificates (PEM), in the same order',
    allowed: 'names of files, separated by commas',
    read: listOf((file) => file !== ''),
  }),
  tlsMinVersion: setting<'TLSv1.2' | 'TLSv1.3'>({
    initial: 'TLSv1.2',
    about: 'Oldest version of TLS that clients of the server and of the gateway may use',
    allowed: 'TLSv1.2 or TLSv1.3',
    read: oneOf('TLSv1.2', 'TLSv1.3'),
  }),
  store: setting({
    initial: 'sqlite:./signalbox.db',
    about: 'Where records are stored; with memory: they are lost when the process ends',
    allowed: storeUrls,
    secret: true,
    read: textThat(isStoreUrl),
    nearest: nearestStore,
  }),
  storeTimeout: setting({
    initial: 10_000,
    about: 'Timeout of PostgreSQL in milliseconds; after it, the call fails and its connection is replaced',
    allowed: 'a whole number from 100 to 600000',
    read: wholeNumber(100, 600_000),
  }),
  readFrom: setting({
    initial: '',
    about:
      'Standby of the PostgreSQL store that answers lists, history and downloads; if it is more than a second behind or away, the store answers',
    allowed: 'postgres://USER:PASSWORD@HOST/DATABASE with one host',
    secret: true,
    read: textThat((url) => url === '' || isReplicaUrl(url)),
  }),
  mode: setting<'production' | 'development'>({
    initial: 'production',
    about:
      'production prints a warning if records are only kept in memory; development opens the descriptions below /apis',
    allowed: 'production or development',
    read: oneOf('production', 'development'),
  }),
  ...dashboardSettings,
  timeZone: setting({
    initial: 'UTC',
    about: 'Time zone of dates without a zone',
    allowed: 'an IANA time zone, such as UTC or Europe/Paris',
    read: textThat(isTimeZone),
  }),
  bucketing: setting<'murmur3' | 'classic'>({
    initial: 'murmur3',
    about: 'How percentages choose clients; classic keeps the buckets of the previous feature service',
    allowed: 'murmur3 or classic',
    read: oneOf('murmur3', 'classic'),
  }),
  assignment: setting<'balanced' | 'hash' | 'classic'>({
    initial: 'balanced',
    about: 'How experiments choose variants; classic chooses as the previous feature service did',
    allowed: 'balanced, hash or classic',
    read: oneOf('balanced', 'hash', 'classic'),
  }),
  earlierForm: setting<boolean>({
    initial: false,
    about:
      'Whether responses contain fields for clients of the previous feature service: startAt and endAt of hours, descriptions of experiments',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  clientIdHeader: setting({
    initial: 'Service-Client-Id',
    about: 'Header that carries the id of an API key',
    allowed: 'the name of a header',
    read: textThat(isHeaderName),
  }),
  clientSecretHeader: setting({
    initial: 'Service-Client-Secret',
    about: 'Header that carries the secret of an API key',
    allowed: 'the name of a header',
    read: textThat(isHeaderName),
  }),
  bodyLimit: setting({
    initial: 1024 * 1024,
    about: 'Maximum size of a JSON body, a record and an nd-json line, in bytes',
    allowed: 'a whole number of bytes from 1024 to 268435456',
    read: wholeNumber(1024, 256 * 1024 * 1024),
  }),
  apiBodyLimit: setting({
    initial: 16 * 1024 * 1024,
    about: 'Maximum size of an API of the gateway as JSON, without its deployments, in bytes',
    allowed: 'a whole number of bytes from 1024 to 268435456',
    read: wholeNumber(1024, 256 * 1024 * 1024),
  }),
  headersMs: setting({
    initial: 15_000,
    about: 'Timeout for the headers of a request in milliseconds; after it, the response is 408',
    allowed: 'a whole number from 100 to 600000',
    read: wholeNumber(100, 600_000),
  }),
  bodyMs: setting({
    initial: 30_000,
    about:
      'Timeout for each KiB of a body in milliseconds; after it, the response is 408; uploads of nd-json have ten times as long',
    allowed: 'a whole number from 100 to 600000',
    read: wholeNumber(100, 600_000),
  }),
  connections: setting({
    initial: 10_000,
    about:
      'Maximum number of concurrent connections, including event streams; on further ones only probes are answered, and everything else gets 503',
    allowed: 'a whole number from 1 to 1000000',
    read: wholeNumber(1, 1_000_000),
  }),
  streamShare: setting({
    initial: 0.8,
    about: 'Share of these connections that may be event streams; further streams get 503',
    allowed: 'a number above 0, at most 1',
    read: partOfAll,
  }),
  addressShare: setting({
    initial: 0.75,
    about:
      'Share of these connections, and of the event streams, that one address may have (IPv6: one /64); further ones get 429. Behind trusted proxies, it limits the event streams of each client',
    allowed: 'a number above 0, at most 1',
    read: partOfAll,
  }),
  corsOrigins: setting<readonly string[]>({
    initial: [],
    about: 'Origins whose pages may call the API (CORS), separated by commas; * allows all',
    allowed: 'origins such as https://app.example.com, separated by commas, or *',
    read: listOf(isOrigin),
  }),
  mcpHosts: setting<readonly string[]>({
    initial: [],
    about:
      'Host names besides localhost under which clients reach signalbox mcp --port, separated by commas; requests for other hosts are rejected',
    allowed: 'host names such as mcp.example.com, without ports, separated by commas',
    read: listOf(isHost),
  }),
  trustProxy: setting({
    initial: 0,
    about: 'Number of trusted proxies in front that add to X-Forwarded-For',
    allowed: 'a whole number from 0 to 10',
    read: wholeNumber(0, 10),
  }),
  scriptOrigins: setting<readonly string[]>({
    initial: [],
    about: 'Origins that scripts and workflows may call, separated by commas; scripts never reach private addresses',
    allowed: 'origins such as https://api.example.com, separated by commas',
    read: listOf((text) => text !== '*' && isOrigin(text)),
  }),
  scriptMs: setting({
    initial: 50,
    about:
      'CPU time of a script in milliseconds; the wall time is twenty times as long, but at least one second; scripts of routes get at most 10',
    allowed: 'a whole number from 1 to 10000',
    read: wholeNumber(1, 10_000),
  }),
  scriptMib: setting({
    initial: 16,
    about: 'Memory of a script in MiB',
    allowed: 'a whole number from 4 to 1024',
    read: wholeNumber(4, 1024),
  }),
  ...jvmSettings,
  webhookPrivate: setting<boolean>({
    initial: false,
    about: 'Whether webhooks may call private addresses',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  sinks: setting<readonly SinkSpec[]>({
    initial: [],
    about: 'Where the event log is copied to: a list of sinks, each with an id, an address `to`, a filter and options',
    allowed: 'a JSON list of sinks with different ids, such as [{"id": "audit", "to": "s3://bucket/log"}]',
    secret: true,
    read: readSinkSpecs,
  }),
  workflowMs: setting({
    initial: 5000,
    about: 'Duration of a workflow run in milliseconds, including waiting',
    allowed: 'a whole number from 1 to 600000',
    read: wholeNumber(1, 600_000),
  }),
  workflowRuns: setting({
    initial: 64,
    about: 'Maximum number of concurrent workflow runs, half of them for one caller; further calls return 429',
    allowed: 'a whole number from 1 to 10000',
    read: wholeNumber(1, 10_000),
  }),
  workflowKept: setting({
    initial: 10_000,
    about: 'Maximum number of values that workflows store between runs, each up to 64 KiB',
    allowed: 'a whole number from 1 to 1000000',
    read: wholeNumber(1, 1_000_000),
  }),
  workflowPrivate: setting<boolean>({
    initial: false,
    about: 'Whether workflows may call the origins of SIGNALBOX_SCRIPT_ORIGINS at private addresses',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  eventRetentionDays: setting({
    initial: 7,
    about: 'Number of days for which events are retained',
    allowed: 'a whole number from 1 to 3650',
    read: wholeNumber(1, 3650),
  }),
  usageRetentionDays: setting({
    initial: 90,
    about: 'Number of days for which the usage of APIs is retained',
    allowed: 'a whole number from 1 to 3650',
    read: wholeNumber(1, 3650),
  }),
  gatewayDocResourcesAccessKey: setting({
    variable: 'GATEWAY_DOC_RESOURCES_ACCESS_KEY',
    place: ['gateway', 'doc-resources', 'accessKey'],
    initial: '',
    about: 'Key that the descriptions below /apis require; without a key they are open',
    allowed: 'a text',
    secret: true,
    read: textThat(() => true),
  }),
  ...observingSettings,
  ...gatewaySettings,
  ...snapshotSettings,
  ...oidcSettings,
  adminUser: setting({
    initial: 'admin',
    about: 'Id of the admin that the first start creates',
    allowed: 'letters, digits and _@.-',
    read: textThat(isSegment),
  }),
  adminPassword: setting({
    initial: '',
    about: 'Password of that user; without it, a random password is printed once',
    allowed: 'a text of at least 12 characters',
    secret: true,
    read: textThat((password) => password === '' || password.length >= 12),
  }),
  clientId: setting({
    initial: '',
    about: 'Id of an API key for admins, created at the start if it does not exist',
    allowed: 'letters, digits and _@.-',
    read: textThat((id) => id === '' || isSegment(id)),
  }),
  clientSecret: setting({
    initial: '',
    about: 'Secret of that API key',
    allowed: 'a text of at least 16 characters',
    secret: true,
    read: textThat((secret) => secret === '' || secret.length >= 16),
  }),
  fromClientId: setting({
    initial: '',
    about:
      'Id of the API key for the server that `export --dir`, `diff` and `promote` read from; without it, of the key above',
    allowed: 'letters, digits and _@.-',
    read: textThat((id) => id === '' || isSegment(id)),
  }),
  fromClientSecret: setting({
    initial: '',
    about: 'Secret of that API key',
    allowed: 'a text of at least 16 characters',
    secret: true,
    read: textThat((secret) => secret === '' || secret.length >= 16),
  }),
} as const

/** The name of a setting in the config file. */
export type SettingName = keyof typeof settings

/** The values of all settings. */
export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T> ? T : never
}

/** The names of all settings, in the order of the table. */
export const settingNames = Object.keys(settings) as readonly SettingName[]

/** Returns the environment variable of a setting. */
export function variableOf(name: SettingName): string {
  const { variable }: Setting<unknown> = settings[name]
  return variable ?? `SIGNALBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isHeaderName(text: string): boolean {
  return /^[A-Za-z0-9-]{1,100}$/.test(text)
}

function isSegment(text: string): boolean {
  return /^[A-Za-z0-9_@.-]{1,512}$/.test(text)
}

function isHost(text: string): boolean {
  return URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text
}

function isOrigin(text: string): boolean {
  if (text === '*') return true
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text
}
