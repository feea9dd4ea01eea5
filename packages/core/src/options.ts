import type { OwnGatewayKey } from './access/own-gateway-keys.ts'
import { domains, eventTypes } from './contract.ts'
import { type FlagsOptions, flagsOptionNames } from './flags/options.ts'
import { atLeastOne } from './flags/parts.ts'
import { readGatewayUrl } from './gateway/apis/address-of.ts'
import { documentLimits } from './gateway/import-openapi/contract.ts'
import { readOpenApi } from './gateway/import-openapi/read-late.ts'
import type { DocumentLimits, ReadOpenApi } from './gateway/import-openapi/reading.ts'
import { type DocumentationOptions, readDocumentation } from './gateway/remote-content/options.ts'
import { checkOptions } from './machine/errors/check-options.ts'
import { builtInCatalog, createCatalog } from './plugins/create-catalog.ts'
import type { PluginDefinition } from './plugins/plugin.ts'
import type { Ports } from './ports.ts'
import { readSinks, type SinksOption } from './sinks/options.ts'
import { limitsOf, type WorkflowOptions } from './workflows/options.ts'

/** The ports and settings of an instance. Every option has a default. */
export interface SignalboxOptions extends FlagsOptions, Partial<Pick<Ports, 'passwords' | 'fetch'>> {
  /** How to parse uploaded OpenAPI documents. @default in this thread, synchronously */
  readonly readOpenApi?: ReadOpenApi
  /** The most bytes of JSON in an API of the gateway, or in its draft. @default 16777216 */
  readonly apiBodyLimit?: number
  /**
   * The most bytes of an imported OpenAPI document; can only lower the default. @default 16 MiB of JSON, 4 MiB of YAML
   */
  readonly documentLimits?: Partial<DocumentLimits>
  /** The version of the embedding program, returned by `health`. */
  readonly version?: string
  /**
   * For how many days events are kept, at most 3650. Older ones are deleted at the start and each hour. @default as long as the store
   * keeps them
   */
  readonly eventRetentionDays?: number
  /**
   * For how many days the bindings and events of an experiment are kept after it was disabled, at most 3650. Its results stay.
   * Older ones are deleted at the start and each hour. @default as long as the experiment
   */
  readonly experimentRetentionDays?: number
  /**
   * The program's own plugins: flows may use them, and their configurations are validated and documented. @default none
   */
  readonly plugins?: readonly PluginDefinition[]
  /**
   * For how many days the usage of APIs is kept that data planes report, at most 3650, even if an API is deleted. Old usage is deleted
   * each hour: from the start on if this is set, else as soon as a data plane uses this instance or usage is read.
   * @default 90
   */
  readonly usageRetentionDays?: number
  /**
   * For how many seconds `readiness` succeeds while the store does not respond, or while events of its log are not applied
   * in memory. Checks are answered from memory for longer than that, but may be out of date. 0: for ever.
   * @default 15
   */
  readonly readyLagSeconds?: number
  /**
   * How many event streams one caller may have open at once; further ones are TOO_MANY_REQUESTS. The embedding program is not
   * limited. @default 5000
   */
  readonly streamsOfCaller?: number
  /** How workflows run, and what they may call. */
  readonly workflows?: WorkflowOptions
  /**
   * Gateway keys of data planes that this program starts itself: they are in memory alone, so that no list and no event has
   * them. @default none
   */
  readonly ownGatewayKeys?: readonly OwnGatewayKey[]
  /**
   * Where the event log is copied to, by id: sinks, or sinks with a filter. `@signalbox/sinks` has some. They are closed
   * with the instance. @default none
   *
   * @example
   * createSignalbox({ sinks: { audit: { sink, domains: ['Feature'], patterns: ['shop:*'] } } })
   */
  readonly sinks?: SinksOption
  /**
   * Where clients reach the gateway, such as `https://api.example.com`: the address that users of the dashboard see and copy.
   * @default the address of a data plane that serves this instance
   */
  readonly gatewayUrl?: string
  /** How the documentation of APIs is read that is at other addresses. @default it is not read */
  readonly documentation?: DocumentationOptions
  /** Ids of the users who may log in with a password. Others sign in with an identity provider: see `signIn`. @default all users */
  readonly passwordUsers?: readonly string[]
  /**
   * Issuers of the identity providers whose users can sign in. The last admin who can sign in cannot be removed.
   * @default any
   */
  readonly issuers?: readonly string[]
}

const optionNames = {
  ...flagsOptionNames,
  passwords: true,
  fetch: true,
  readOpenApi: true,
  apiBodyLimit: true,
  documentLimits: true,
  version: true,
  eventRetentionDays: true,
  experimentRetentionDays: true,
  plugins: true,
  usageRetentionDays: true,
  readyLagSeconds: true,
  streamsOfCaller: true,
  workflows: true,
  ownGatewayKeys: true,
  sinks: true,
  gatewayUrl: true,
  documentation: true,
  passwordUsers: true,
  issuers: true,
} as const satisfies Record<keyof SignalboxOptions, true>

/** The most days for which events, clients of experiments and usage can be kept. */
const MOST_DAYS = 3650

/** The options that are not ports, with their defaults. Throws a `TypeError` for an unknown one, and a `RangeError` for an invalid one. */
export function readOptions(options: SignalboxOptions) {
  checkOptions('createSignalbox', options, optionNames)
  const { workflows = {} } = options
  return {
    catalog: options.plugins ? createCatalog(options.plugins) : builtInCatalog,
    eventRetentionDays: daysOf(options, 'eventRetentionDays'),
    experimentRetentionDays: daysOf(options, 'experimentRetentionDays'),
    usageRetentionDays: daysOf(options, 'usageRetentionDays') ?? 90,
    readyLagSeconds: secondsOf(options.readyLagSeconds ?? 15),
    streamsOfCaller: atLeastOne('streamsOfCaller', options.streamsOfCaller ?? 5000, 1_000_000),
    readOpenApi: options.readOpenApi ?? readOpenApi,
    documentLimits: { ...documentLimits, ...options.documentLimits },
    workflows: { ...limitsOf(workflows), ...(workflows.fetch && { fetch: workflows.fetch }) },
    gatewayUrl: gatewayUrlOf(options.gatewayUrl),
    documentation: readDocumentation(options.documentation ?? {}),
    ownGatewayKeys: options.ownGatewayKeys ?? [],
    passwordUsers: options.passwordUsers,
    sinks: readSinks(options.sinks ?? {}, { names: Object.keys(domains), eventTypes }),
  }
}

function daysOf(
  options: SignalboxOptions,
  name: 'eventRetentionDays' | 'experimentRetentionDays' | 'usageRetentionDays',
): number | undefined {
  const days = options[name]
  return days === undefined ? undefined : atLeastOne(name, days, MOST_DAYS)
}

/** Reads the URL of the gateway. Throws a `RangeError`. */
function gatewayUrlOf(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : readGatewayUrl(text)
  if (text === undefined || url !== undefined) return url
  throw new RangeError(
    `The option "gatewayUrl" is ${JSON.stringify(text)}: expected a URL such as https://api.example.com, without credentials, query and fragment`,
  )
}

function secondsOf(readyLagSeconds: number): number {
  if (Number.isFinite(readyLagSeconds) && readyLagSeconds >= 0) return readyLagSeconds
  throw new RangeError(
    `The option "readyLagSeconds" is ${JSON.stringify(readyLagSeconds)}: expected a number of seconds, or 0 for no limit`,
  )
}
