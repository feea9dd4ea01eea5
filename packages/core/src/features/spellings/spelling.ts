import type { Problem } from '../../machine/errors/errors.ts'
import type { TimeZone } from '../../machine/time/time.ts'

/**
 * How the parameters of a strategy may be written, and rules its schema cannot express. Evaluation does not need it.
 */
export interface Spelling {
  /** Converts looser spellings of the parameters to the contract's form. */
  readonly normalize?: (parameters: unknown) => unknown
  /** Converts dates with an offset to local dates of a zone. Returns the same object if there are none. */
  readonly localize?: (parameters: unknown, zone: TimeZone) => unknown
  /** Other names of parameters, each with the contract's name. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** Checks rules across the parameters, which may be anything: problems by member. */
  readonly check?: (parameters: Readonly<Record<string, unknown>>) => Readonly<Record<string, readonly Problem[]>>
}
