import { kindOfAddress, reasonAgainstAny } from '@signalbox/core/gateway'
import { compileAddresses } from '../addresses/compile-addresses.ts'

/** Which servers targets may name. */
export interface TargetSettings {
  /**
   * Addresses, ranges in CIDR form and names such as `api.example` and `*.internal`. A target is called if its name or the
   * address that it resolves to is in the list. @default all
   */
  readonly allow?: readonly string[]
  /** Whether the metadata services of clouds may be called, which hand out credentials. @default false */
  readonly allowMetadata?: boolean
}

/** Judges where a gateway connects to. */
export interface TargetPolicy {
  /** Why an address must not be called under this name; `undefined`: it may be called. */
  refusal(name: string, address: string): string | undefined
  /** The same before a name is resolved, for transports that do not see addresses. */
  refusalOfName(name: string): string | undefined
}

/** A target that must not be called. The message says why. */
export class TargetRefusedError extends Error {
  override readonly name = 'TargetRefusedError'

  constructor(target: string, why: string) {
    super(`The target ${target} is not called: ${why}`)
  }
}

/** Metadata services by name, for runtimes that resolve names themselves. */
const METADATA_NAME = /^(metadata|metadata\.google\.internal|instance-data(\.[a-z0-9-]+)*)\.?$/i

/** Compiles the settings. Throws a `RangeError` for an invalid entry of `allow`. */
export function createTargetPolicy({ allow, allowMetadata = false }: TargetSettings = {}): TargetPolicy {
  const isListed = allow && compileList(allow)

  function refusal(name: string, address: string): string | undefined {
    const kind = kindOfAddress(address)
    if (kind === 'any') return reasonAgainstAny(address)
    if (!allowMetadata && kind === 'metadata')
      return `${address} is the address of a cloud metadata service (backends.allowMetadata allows it)`
    return isListed && !isListed.name(name) && !isListed.address(address)
      ? `backends.allow contains neither ${name} nor ${address}`
      : undefined
  }

  function judgeName(name: string): string | undefined {
    if (kindOfAddress(name) !== undefined) return refusal(name, inUrl(name))
    if (!allowMetadata && METADATA_NAME.test(name))
      return `${name} is the name of a cloud metadata service (backends.allowMetadata allows it)`
    return isListed && !isListed.name(name) ? `backends.allow does not contain ${name}` : undefined
  }

  // Names are judged for each request, and targets are few.
  const judged = new Map<string, string | undefined>()
  return {
    refusal,
    refusalOfName(name) {
      if (judged.has(name)) return judged.get(name)
      if (judged.size >= MOST_JUDGED) judged.clear()
      const why = judgeName(name)
      judged.set(name, why)
      return why
    },
  }
}

const MOST_JUDGED = 1000

/** The address that a name is in a URL, where it may be spelled like `0x7f.1`. */
function inUrl(name: string): string {
  const host = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: name }
  return hostname.replace(/^\[|\]$/g, '')
}

function compileList(allow: readonly string[]) {
  const names = allow.filter((entry) => NAME.test(entry)).map((entry) => entry.toLowerCase())
  const address = compileAddresses(allow.filter((entry) => !NAME.test(entry)))
  const exact = new Set(names.filter((name) => !name.startsWith('*')))
  const suffixes = names.filter((name) => name.startsWith('*')).map((name) => name.slice(1))
  const name = (text: string): boolean => {
    const lower = text.toLowerCase()
    return exact.has(lower) || suffixes.some((suffix) => lower.length > suffix.length && lower.endsWith(suffix))
  }
  return { name, address }
}

/** A host name, or `*.` and a host name. Its last label is not a number, so it is not an address. */
const NAME = /^(\*\.)?([a-z0-9_-]+\.)*(?=[a-z0-9_-]*[a-z_])[a-z0-9_-]+$/i
