import { after, before } from './dates.ts'
import { inNetwork } from './in-network.ts'
import { is } from './is.ts'
import { matches } from './matches.ts'
import { atLeast, atMost, lessThan, moreThan } from './numbers.ts'
import { exists, missing } from './presence.ts'
import { contains, endsWith, startsWith } from './texts.ts'
import { versionAtLeast, versionBelow, versionIs } from './versions.ts'

/** The operators of conditions, in the contract's order. */
export const operators = {
  is,
  startsWith,
  endsWith,
  contains,
  matches,
  lessThan,
  atMost,
  atLeast,
  moreThan,
  before,
  after,
  versionBelow,
  versionAtLeast,
  versionIs,
  inNetwork,
  exists,
  missing,
}

/** The name of an operator. */
export type OperatorName = keyof typeof operators

/** The names of all operators. */
export const operatorNames = /* @__PURE__ */ Object.keys(operators) as readonly OperatorName[]
