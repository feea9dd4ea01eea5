import type { SinkOptions } from '@signalbox/core/sinks'
import { type SinkFormat, sinkFormats } from '@signalbox/sinks'
import type { Settings } from '../settings/settings.ts'
import type { SinkSpec } from '../settings/sink-spec.ts'
import type { Scheme } from './driver.ts'
import { checkOptions } from './options.ts'
import { schemes } from './schemes.ts'

/** What sinks of the settings are opened with. */
export interface SinkSurroundings {
  /** The variables that options refer to. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly settings: Settings
}

/**
 * Opens the sinks of the settings, and loads the package that each of them needs. Nothing connects before the first
 * event. Throws an `Error` that names the sink and what to do; it contains no addresses, which may have passwords.
 */
export async function openSinks(
  specs: readonly SinkSpec[],
  surroundings: SinkSurroundings,
): Promise<Readonly<Record<string, SinkOptions>>> {
  checkPlaces(specs)
  const opened = await Promise.all(specs.map(async (spec) => [spec.id, await open(spec, surroundings)] as const))
  return Object.fromEntries(opened)
}

/** Throws if two sinks write to one destination: each of them would skip events that it finds the other one ahead of. */
function checkPlaces(specs: readonly SinkSpec[]): void {
  const owners = new Map<string, string>()
  for (const { id, to, stream = usualPlace, topic = usualPlace } of specs) {
    if (schemeOf(to)?.isShared) continue
    const place = JSON.stringify([to, stream, topic])
    const owner = owners.get(place)
    if (owner !== undefined)
      throw new Error(
        `The sinks ${owner} and ${id} have the same destination: choose another topic, stream or prefix for one of them`,
      )
    owners.set(place, id)
  }
}

/** The topic or stream of sinks that name none. */
const usualPlace = 'signalbox'

const nameOf = (to: string): string => to.slice(0, to.indexOf(':'))

function schemeOf(to: string): Scheme | undefined {
  const name = nameOf(to)
  return Object.hasOwn(schemes, name) ? schemes[name] : undefined
}

async function open(spec: SinkSpec, { environment, settings }: SinkSurroundings): Promise<SinkOptions> {
  const { id, to, domains, patterns, types, format, source, ...rest } = spec
  const name = nameOf(to)
  const scheme = schemeOf(to)
  if (!scheme)
    throw new Error(
      `The sink ${id} has an address with the unknown scheme ${name}: expected ${Object.keys(schemes).join(', ')}`,
    )
  const options = resolved(id, rest, environment) as Readonly<Record<string, unknown>>
  checkOptions(id, options, scheme.options)
  const driver = await scheme.load().catch((cause: unknown) => {
    throw isMissing(cause) ? needs(id, name, scheme) : cause
  })
  const envelope = {
    timeZone: settings.timeZone,
    ...(format !== undefined && { format: formatOf(id, format) }),
    ...(source !== undefined && { source: String(source) }),
  }
  const sink = await driver({ id, to, options, settings, envelope }).catch((cause: unknown) => {
    throw new Error(`The sink ${id} (${name}://…) is invalid: ${messageOf(cause)}`, { cause })
  })
  return {
    sink,
    ...(domains !== undefined && { domains: textsOf(id, 'domains', domains) }),
    ...(patterns !== undefined && { patterns: textsOf(id, 'patterns', patterns) }),
    ...(types !== undefined && { types: textsOf(id, 'types', types) }),
  }
}

/** The options with the values of the variables that they name: `"$KAFKA_PASSWORD"`. */
function resolved(id: string, value: unknown, environment: SinkSurroundings['environment']): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(id, item, environment))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(id, item, environment)]))
  const [, variable] = typeof value === 'string' ? (/^\$([A-Za-z_]\w*)$/.exec(value) ?? []) : []
  if (variable === undefined) return value
  const found = environment[variable]
  if (!found) throw new Error(`The sink ${id} needs the environment variable ${variable}, which is not set`)
  return found
}

function formatOf(id: string, format: unknown): SinkFormat {
  const found = sinkFormats.find((one) => one === format)
  if (found === undefined)
    throw new Error(`The sink ${id} has the unknown format ${String(format)}: expected ${sinkFormats.join(', ')}`)
  return found
}

function textsOf(id: string, name: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw new Error(`The option ${name} of the sink ${id} is invalid: expected a list of texts, such as ["Feature"]`)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'

const needs = (id: string, scheme: string, { packages }: Scheme) =>
  new Error(
    `The sink ${id} (${scheme}://…) needs the package${packages.length > 1 ? 's' : ''} ${packages.join(' and ')}: npm i ${packages.join(' ')}`,
  )
