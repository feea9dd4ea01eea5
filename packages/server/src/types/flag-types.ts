import { type TypedRecord, typeOfConfig } from './type-of-config.ts'
import { quoted } from './type-of-json.ts'

/** The records whose ids a program may refer to. */
export interface FlagRecords {
  readonly features: readonly { readonly id: string }[]
  readonly configs: readonly ({ readonly id: string } & TypedRecord)[]
  readonly experiments: readonly { readonly id: string; readonly variants: readonly { readonly id: string }[] }[]
}

/**
 * Returns a declaration file with an interface `Flags` for `live<Flags>(…)`. The types of configs are derived from
 * their types, else from all their values. The same records give the same text in any order; of two with the same id the later one counts.
 */
export function flagTypes({ features, configs, experiments }: FlagRecords): string {
  const ids = sortedById(features).map(({ id }) => quoted(id))
  const values = sortedById(configs).map(
    (config) => `    readonly ${quoted(config.id)}: ${typeOfConfig(config, INDENT)}\n`,
  )
  const variants = sortedById(experiments).map(
    (one) =>
      `    readonly ${quoted(one.id)}: ${one.variants
        .map(({ id }) => quoted(id))
        .sort()
        .join(' | ')}\n`,
  )
  return `// Written by \`signalbox types\` from the records of a Signalbox. Do not edit it: run the command again.

/** What programs may name: \`live<Flags>(…)\` of @signalbox/client refuses everything else. */
export interface Flags {
  /** The ids of features. */
  readonly features:${ids.length === 0 ? ' never' : ids.map((id) => `\n    | ${id}`).join('')}
  /** Configs by id, with the type of their values. */
  readonly configs: ${block(values)}
  /** Experiments by id, with the ids of their variants. */
  readonly experiments: ${block(variants)}
}
`
}

const INDENT = '    '

const block = (lines: readonly string[]): string => (lines.length === 0 ? '{}' : `{\n${lines.join('')}  }`)

function sortedById<T extends { readonly id: string }>(records: readonly T[]): T[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}
