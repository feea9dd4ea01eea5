import type { Static, TSchema } from '../../machine/schema/schema.ts'
import type { TimeZone } from '../../machine/time/time.ts'
import type { Entry } from '../reference/entry.ts'

/** What operators can use of a run. */
export interface OperatorScope {
  /** Epoch milliseconds from the clock of the instance. */
  readonly now: () => number
  /** Returns the value of a name in memory; `undefined` if there is none. */
  readonly read: (name: string) => unknown
  /** The time zone of dates without one. */
  readonly zone: TimeZone
  /**
   * Charges work before it is done: one unit per element or character that will be created or visited. Throws when the
   * budget is exceeded.
   */
  readonly charge: (units: number) => void
  /**
   * As `charge`, for work whose result has that many elements or characters. Throws at once if no value may be that
   * large.
   */
  readonly make: (units: number) => void
}

/** A pure function of the workflow language: `{"$add": [1, 2]}` is 3. */
export interface Operator<S extends TSchema = TSchema> extends Entry {
  /** Includes the `$`. */
  readonly name: `$${string}`
  readonly args: S
  /** The member, a list, that may be written without its name in place of all arguments. */
  readonly alone?: string
  /**
   * Computes the result, a JSON value. `args` have been evaluated and fit the schema. Throws a `SignalboxError` from
   * `failed` of `../failure.ts`.
   */
  readonly evaluate: (args: Static<S>, scope: OperatorScope) => unknown
}

/** Declares an operator with the type of its arguments. */
export const defineOperator = <S extends TSchema>(operator: Operator<S>): Operator => operator as unknown as Operator
