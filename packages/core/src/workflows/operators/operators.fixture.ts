import { own } from '../../machine/json/json.ts'
import { validate } from '../../machine/schema/validate.ts'
import { timeZone } from '../../machine/time/time.ts'
import { findOperator } from './index.ts'
import type { Operator, OperatorScope } from './operator.ts'

/** The clock of the examples: noon of the last day of January. */
export const NOW = Date.UTC(2026, 0, 31, 12)

interface Options {
  readonly memory?: Readonly<Record<string, unknown>>
  readonly zone?: string
  /** Units of work. @default a million */
  readonly budget?: number
}

/** Creates a scope for operators that counts what is charged. */
export function operatorScope({ memory = {}, zone = 'UTC', budget = 1_000_000 }: Options = {}) {
  let charged = 0
  const charge = (units: number) => {
    charged += units
    if (!(charged <= budget)) throw new RangeError('out of work')
  }
  const scope: OperatorScope = {
    now: () => NOW,
    read: (name) => own(memory, name),
    zone: timeZone(zone),
    charge,
    make: charge,
  }
  return { scope, charged: () => charged }
}

/** Applies an operator to arguments that have been evaluated. */
export const apply = (name: Operator['name'], args: unknown, options?: Options): unknown =>
  call(findOperator(name)!, args, operatorScope(options).scope)

const call = ({ args, evaluate }: Operator, given: unknown, scope: OperatorScope): unknown =>
  evaluate(validate(args, given), scope)
