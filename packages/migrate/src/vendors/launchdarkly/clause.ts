import type { Condition } from '@signalbox/core'
import type { PatternEngine } from '@signalbox/core/evaluate'
import type { Json } from '../../otoroshi/findings.ts'
import { CLOSED } from '../plans/close-lost.ts'
import { isListOf, itemsOf } from '../plans/items.ts'
import { allOf, anyOf, exists, lost, never, not } from '../plans/logic.ts'
import { compare } from '../plans/typed.ts'
import { attributeFor, hasKind, keyOf, stepsOf } from './attribute.ts'
import { operators } from './operators.ts'

/** What converting the clauses of a flag or segment needs. */
export interface ClauseScope {
  readonly patterns: PatternEngine
  /** The condition of being in the segment with a key. */
  segment(key: string): Condition
  /** Reports something that is lost. */
  onLost(what: string, instead: string): void
  /** Reports something that is different for some contexts. */
  onChanged(what: string, instead: string): void
}

/** All clauses of a rule are true. If a clause cannot be converted, the rule is lost, even if it is negated. */
export function allClauses({ clauses }: Json, scope: ClauseScope): Condition {
  let isLost = false
  const watched: ClauseScope = {
    ...scope,
    onLost(what, instead) {
      isLost = true
      scope.onLost(what, instead)
    },
  }
  const condition = allOf(itemsOf(clauses).map((clause) => toCondition(clause, watched)))
  return isLost ? lost : condition
}

const isSwitch = (value: unknown): boolean => value === undefined || value === null || typeof value === 'boolean'

function toCondition(clause: Json | undefined, scope: ClauseScope): Condition {
  if (!clause || !isListOf(clause.values, () => true) || !isSwitch(clause.negate)) {
    scope.onLost('A clause is malformed', CLOSED)
    return lost
  }
  const values = Array.isArray(clause.values) ? clause.values : []
  const negated = (condition: Condition) => (clause.negate === true ? not(condition) : condition)
  if (clause.op === 'segmentMatch')
    return negated(anyOf(values.map((key) => (typeof key === 'string' ? scope.segment(key) : lost))))
  const kind = typeof clause.contextKind === 'string' ? clause.contextKind : undefined
  const source = { attribute: clause.attribute, kind }
  const steps = stepsOf(source.attribute, kind)
  const attribute = attributeFor(source)
  if (!steps || attribute === undefined) {
    scope.onLost(`A clause has the invalid attribute ${JSON.stringify(clause.attribute)}`, CLOSED)
    return never
  }
  if (steps.length === 1 && steps[0] === 'kind') return negated(kindCondition(clause.op, values, scope))
  if (steps.length === 1 && steps[0] === 'anonymous')
    return allOf([exists(keyOf(kind)), negated(anonymous(attribute, clause.op, values))])
  if (steps.slice(1).some((step) => /^\d+$/.test(step)))
    scope.onChanged(
      `The reference ${String(clause.attribute)} has a number, which is no index of a list in LaunchDarkly`,
      'If the attribute is a list, the item at this index is compared',
    )
  const onLost = (what: string) => scope.onLost(what, CLOSED)
  const condition = operators.get(clause.op)?.(attribute, values, { patterns: scope.patterns, onLost }) ?? never
  return clause.negate === true ? allOf([exists(attribute), not(condition)]) : condition
}

/** The kinds of a context are a list of texts. */
function kindCondition(op: unknown, values: readonly unknown[], { onLost }: ClauseScope): Condition {
  if (op === 'in') return hasKind(values)
  onLost(`A clause compares kinds of contexts by ${String(op)}`, CLOSED)
  return never
}

/** Every context is anonymous or not, also if it does not say so. */
function anonymous(attribute: string, op: unknown, values: readonly unknown[]): Condition {
  const isTrue = compare(attribute, 'is', [true])
  if (op !== 'in') return never
  return anyOf([...(values.includes(true) ? [isTrue] : []), ...(values.includes(false) ? [not(isTrue)] : [])])
}
