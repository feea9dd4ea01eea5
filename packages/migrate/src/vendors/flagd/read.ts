import { isJson, type Json } from '../../otoroshi/findings.ts'
import { checkValues } from '../plans/check-values.ts'
import { notAnExport, readExport } from '../read-export.ts'

/** A flag definition of flagd. */
export interface FlagdFlag {
  readonly key: string
  readonly isEnabled: boolean
  readonly defaultVariant: string | undefined
  readonly variants: ReadonlyMap<string, unknown>
  /** The rule in JsonLogic; `undefined` for a flag without one. */
  readonly targeting: unknown
  readonly metadata: Json
}

/** The flags of a file, and the rules that they share. */
export interface FlagdFile {
  readonly flags: readonly FlagdFlag[]
  readonly evaluators: ReadonlyMap<string, unknown>
}

const expected =
  'flag definitions of flagd in JSON: {"flags": {"KEY": {"state": …, "variants": {…}, "defaultVariant": …}}}'

/** Reads flag definitions. Throws INVALID for anything else. */
export function readFlagd(text: string): FlagdFile {
  const root = readExport(text, expected)
  checkValues(root)
  const { flags, $evaluators, metadata } = root
  if (!isJson(flags)) throw notAnExport(expected)
  return {
    flags: Object.entries(flags).map(([key, flag]) => flagOf(key, flag, isJson(metadata) ? metadata : {})),
    evaluators: new Map(isJson($evaluators) ? Object.entries($evaluators) : []),
  }
}

function flagOf(key: string, flag: unknown, shared: Json): FlagdFlag {
  if (!isJson(flag) || !isJson(flag.variants)) throw notAnExport(`${expected}; the flag ${key} has no variants`)
  const { state, defaultVariant, targeting, metadata } = flag
  return {
    key,
    isEnabled: state === 'ENABLED',
    defaultVariant: typeof defaultVariant === 'string' && defaultVariant !== '' ? defaultVariant : undefined,
    variants: new Map(Object.entries(flag.variants)),
    targeting: isAbsent(targeting) ? undefined : targeting,
    metadata: { ...shared, ...(isJson(metadata) ? metadata : {}) },
  }
}

/** Flags without targeting may have an empty rule. */
const isAbsent = (targeting: unknown): boolean =>
  targeting === undefined || targeting === null || (isJson(targeting) && Object.keys(targeting).length === 0)
