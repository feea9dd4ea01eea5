import type { Config, Feature, Segment } from '@signalbox/core'
import type { PatternEngine } from '@signalbox/core/evaluate'

/** How much a finding matters: `lost` things are gone, `changed` ones behave differently for some clients. */
export type Severity = 'lost' | 'changed' | 'info'

/** Something of another product that has no equal in Signalbox. Its sentences have no full stop. */
export interface Finding {
  /** The key of the flag in the other product. */
  readonly flag: string
  /** A sentence that says what has no equal. */
  readonly what: string
  /** A sentence that says what was done instead. */
  readonly instead: string
  readonly severity: Severity
}

/** The records that the flags of another product become. */
export interface Converted {
  readonly segments: readonly Segment[]
  readonly features: readonly Feature[]
  readonly configs: readonly Config[]
  readonly findings: readonly Finding[]
}

/** What a conversion needs to know. */
export interface ConvertOptions {
  /** The environment whose state is imported, if an export has several. */
  readonly environment?: string | undefined
  /** The project whose flags are imported. @default all of them */
  readonly project?: string | undefined
  /** Checks regular expressions (`loadPatterns`). */
  readonly patterns: PatternEngine
}

/** A product whose flags can be imported. */
export interface Vendor {
  /** Its name in sentences. */
  readonly label: string
  /** The parts of an export that can be chosen. */
  readonly chooses: readonly ('environment' | 'project')[]
  /**
   * Converts an export. Pure, and writes nothing. Throws INVALID for a text that is no export of this product, with a
   * sentence that says what was expected.
   */
  convert(text: string, options: ConvertOptions): Converted
}
