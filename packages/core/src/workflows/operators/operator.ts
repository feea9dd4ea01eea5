import type { Static, TSchema } from '../../schema.ts'
import type { TimeZone } from '../../time.ts'
import type { Entry } from '../entry.ts'

/** What operators may ask of a run. */
export interface OperatorScope {
  /** Epoch milliseconds, by the clock of the instance. */
  readonly now: () => number
  /** What the memory holds under a name; `undefined` where there is nothing. */
  readonly read: (name: string) => unknown
  /** The zone of dates that name none. */
  readonly zone: TimeZone
  /**
   * Takes from the budget of work, before it is done: one unit an element or a character that is about to be made or gone
   * through. Throws when nothing is left.
   */
  readonly charge: (units: number) => void
  /** The same for what has as many elements or characters itself: throws at once where no value may be as large. */
  readonly make: (units: number) => void
}

/** A function of the language that changes nothing: `{"$add": [1, 2]}` is 3. */
export interface Operator<S extends TSchema = TSchema> extends Entry {
  /** With the `$`. */
  readonly name: `$${string}`
  readonly args: S
  /** The member, a list, that may be written alone in the place of all arguments. */
  readonly alone?: string
  /** The value, as JSON has it. `args` are evaluated and fit the schema. Throws a `SignalboxError` by `failed` of `../failure.ts`. */
  readonly evaluate: (args: Static<S>, scope: OperatorScope) => unknown
}

/** Declares an operator, keeping the type of its arguments. */
export const defineOperator = <S extends TSchema>(operator: Operator<S>): Operator => operator as unknown as Operator
