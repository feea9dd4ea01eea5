import type { Condition, Segment } from '@signalbox/core'
import { type Json, listOf, textsOf } from '../../otoroshi/findings.ts'
import { CLOSED } from '../plans/close-lost.ts'
import type { Helpers } from '../plans/helpers.ts'
import { isListOf, itemsOf } from '../plans/items.ts'
import { allOf, always, anyOf, isNever, lost, never, not } from '../plans/logic.ts'
import { compare, equals } from '../plans/typed.ts'
import { keyOf, USER } from './attribute.ts'
import { allClauses, type ClauseScope } from './clause.ts'
import type { SourceSegment } from './read.ts'
import { bucketBy, withoutKey } from './rollout.ts'

/** What converting a segment needs. */
export interface SegmentScope extends ClauseScope {
  readonly id: string
  readonly helpers: Helpers
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The most ids in the lists of a segment. */
const MOST_IDS = 100_000

/**
 * Converts a segment. In LaunchDarkly being included wins over being excluded, so included keys are left out of the
 * excluded ones.
 */
export function toSegment(source: SourceSegment, scope: SegmentScope): Segment {
  const isBig = source.unbounded === true
  if (isBig) scope.onLost('The members of a big segment are not part of an export', 'The segment has only its rules')
  if (!hasLists(source)) scope.onLost('A list of members is malformed', 'The segment has only its valid members')
  const lists = isBig ? noLists : listsOf(source)
  const rules = isBig && !source.generation ? never : anyOf(itemsOf(source.rules).map((rule) => ruleOf(rule, scope)))
  const fitsLists = isNever(lists.otherIncluded) && lists.included.length + lists.excluded.length <= MOST_IDS
  const notExcluded = fitsLists ? always : not(equals('id', lists.excluded))
  const when = anyOf([
    lists.otherIncluded,
    ...(fitsLists ? [] : [equals('id', lists.included)]),
    allOf([notExcluded, not(lists.otherExcluded), rules]),
  ])
  const { description, name, tags } = source
  const about = description || (name !== source.key ? name : undefined)
  return {
    id: scope.id,
    ...(typeof about === 'string' && about !== '' && { description: about }),
    ...(textsOf(tags).length > 0 && { tags: [...textsOf(tags)] }),
    metadata: scope.metadata,
    ...(!isNever(when) && { when }),
    ...(fitsLists && lists.included.length > 0 && { included: [...lists.included] }),
    ...(fitsLists && lists.excluded.length > 0 && { excluded: [...lists.excluded] }),
  } as Segment
}

interface Lists {
  readonly included: readonly string[]
  readonly excluded: readonly string[]
  /** By keys of other kinds of contexts. */
  readonly otherIncluded: Condition
  readonly otherExcluded: Condition
}

const noLists: Lists = { included: [], excluded: [], otherIncluded: never, otherExcluded: never }

function listsOf({ included, excluded, includedContexts, excludedContexts }: Json): Lists {
  const inside = new Set([...textsOf(included), ...keysOf(includedContexts)])
  const outside = new Set([...textsOf(excluded), ...keysOf(excludedContexts)])
  return {
    included: [...inside],
    excluded: [...outside].filter((key) => !inside.has(key)),
    otherIncluded: others(includedContexts),
    otherExcluded: others(excludedContexts),
  }
}

const isTexts = (value: unknown): boolean => isListOf(value, (key) => typeof key === 'string')

/** Whether all lists of members are lists of keys. */
const hasLists = ({ included, excluded, includedContexts, excludedContexts }: Json): boolean =>
  isTexts(included) &&
  isTexts(excluded) &&
  [...itemsOf(includedContexts), ...itemsOf(excludedContexts)].every((one) => one && isTexts(one.values))

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const isUser = ({ contextKind }: Json): boolean => contextKind === undefined || contextKind === USER
const keysOf = (targets: unknown): string[] =>
  listOf(targets)
    .filter(isUser)
    .flatMap(({ values }) => [...textsOf(values)])

const others = (targets: unknown): Condition =>
  anyOf(
    listOf(targets)
      .filter((target) => !isUser(target))
      .map(({ contextKind, values }) => compare(keyOf(contextKind), 'is', [...new Set(textsOf(values))])),
  )

/** A rule can be for a share of its clients. Who has nothing to hash is in each share. */
function ruleOf(rule: Json | undefined, scope: SegmentScope): Condition {
  if (!rule || (isGiven(rule.weight) && typeof rule.weight !== 'number')) {
    scope.onLost('A rule is malformed', 'Nobody is in the segment by its rules')
    return lost
  }
  const clauses = allClauses(rule, scope)
  if (typeof rule.weight !== 'number') return clauses
  if (rule.weight <= 0) return never
  if (rule.weight >= 100_000) return clauses
  const by = bucketBy(rule.bucketBy, rule.rolloutContextKind)
  if (by === undefined) {
    scope.onLost(`A rule has the invalid attribute ${JSON.stringify(rule.bucketBy)}`, CLOSED)
    return lost
  }
  const share = scope.helpers.inShare(scope.id, { by, salt: scope.id, to: Math.round(rule.weight) / 1000 })
  return allOf([clauses, anyOf([share, withoutKey(by)])])
}
