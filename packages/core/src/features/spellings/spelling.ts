import type { Problem } from '../../errors.ts'
import type { TimeZone } from '../../time.ts'

/** How the parameters of a strategy may be written, and what their schema cannot say. Those who only evaluate need none of it. */
export interface Spelling {
  /** Brings looser spellings of the parameters into the contract's form. */
  readonly normalize?: (parameters: unknown) => unknown
  /** Brings dates that say an offset into local dates of a zone; the same object where there are none. */
  readonly localize?: (parameters: unknown, zone: TimeZone) => unknown
  /** Other names of parameters, each with the contract's. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** Rules across the parameters, whatever they are: problems by member. */
  readonly check?: (parameters: Readonly<Record<string, unknown>>) => Readonly<Record<string, readonly Problem[]>>
}
