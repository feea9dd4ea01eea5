import type { Condition } from '@signalbox/core'
import { allOf, always, anyOf, isNever, never } from '../plans/logic.ts'
import { compare, isGiven } from '../plans/typed.ts'
import type { Rule } from '../rules.ts'
import { attributeOf, conditionOf, isNetwork } from './constraint.ts'
import type { UnleashStrategy } from './flag.ts'
import type { Reporting } from './reporting.ts'

/** What the rules of a strategy need to know. */
export interface StrategyContext {
  /** The name of the flag in Unleash. */
  readonly flag: string
  /** The condition of a segment, by its id in Unleash; `undefined` for an unknown one. */
  readonly segment: (id: string) => Condition | undefined
  readonly reporting: Reporting
}

/**
 * The rules of a strategy: the first whose condition is true decides, and if none is true the strategy is inactive. Only
 * rules with a share may be inactive for some clients.
 */
export function rulesOf(strategy: UnleashStrategy, context: StrategyContext): readonly Rule[] {
  if (strategy.isMalformed) {
    context.reporting.lost('A strategy is malformed', 'It activates the flag for nobody')
    return []
  }
  const base = baseOf(strategy, context)
  if (isNever(base)) return []
  const { name, parameters } = strategy
  const kind: Kind | undefined = Object.hasOwn(strategies, name)
    ? strategies[name as keyof typeof strategies]
    : undefined
  if (kind)
    return kind(parameters, context).flatMap(({ when = always, ...rule }) => {
      const condition = allOf([base, when])
      return isNever(condition) ? [] : [{ ...rule, when: condition }]
    })
  context.reporting.lost(`The strategy ${name} is not one of Unleash's own`, 'It activates the flag for nobody')
  return []
}

/** Whether only some clients of a rule are active. */
export const isShare = ({ percentage = 100 }: Rule): boolean => percentage > 0 && percentage < 100

/**
 * All constraints, including the constraints of all segments. An unknown segment makes the strategy inactive, as in
 * Unleash.
 */
function baseOf({ constraints, segments }: UnleashStrategy, { segment, reporting }: StrategyContext): Condition {
  const ofSegments = segments.map((id) => {
    const condition = segment(id)
    if (!condition)
      reporting.changed(
        `The segment ${id} is not part of the export`,
        'The strategy that uses it activates the flag for nobody',
      )
    return condition ?? never
  })
  return allOf([...constraints.map((constraint) => conditionOf(constraint, reporting)), ...ofSegments])
}

type Parameters = UnleashStrategy['parameters']
type Kind = (parameters: Parameters, context: StrategyContext) => readonly Rule[]

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
/** The texts between commas, without the space around the commas. */
const listOf = (value: unknown): string[] =>
  textOf(value)
    .split(',')
    .map((one, i) => (i === 0 ? one : one.trimStart()))
    .map((one, i, all) => (i === all.length - 1 ? one : one.trimEnd()))
    .filter((one) => one !== '')
/** A percentage, within its bounds. */
const percentageOf = (value: unknown): number => Math.min(100, Math.max(0, Number(value) || 0))

/** The fields for stickiness that are always texts. */
const TEXTS = new Set(['userId', 'sessionId', 'remoteAddress'])

const strategies = {
  default: (): readonly Rule[] => [{}],
  userWithId: ({ userIds }) => [{ when: compare('id', 'is', listOf(userIds)) }],
  gradualRolloutUserId: ({ percentage, groupId }) => shares(['id'], percentageOf(percentage), textOf(groupId)),
  gradualRolloutSessionId: ({ percentage, groupId }) =>
    shares(['sessionId'], percentageOf(percentage), textOf(groupId)),
  gradualRolloutRandom: ({ percentage }, context) => random(percentageOf(percentage), context),
  flexibleRollout({ rollout, stickiness, groupId }, context) {
    const percentage = percentageOf(rollout)
    const group = textOf(groupId)
    const field = textOf(stickiness) || 'default'
    if (field === 'random') return random(percentage, context)
    if (field !== 'default' && !TEXTS.has(field))
      context.reporting.info(
        `Unleash also hashes booleans and lists of ${field}`,
        'Only texts and numbers are hashed: for others, the flag is inactive',
      )
    if (field !== 'default') return shares([attributeOf(field)], percentage, group)
    if (percentage === 0 || percentage === 100) return percentage === 0 ? [] : [{}]
    context.reporting.info(
      'Without userId and sessionId, Unleash chooses at random for each check',
      'Without id and sessionId, the flag is inactive',
    )
    return shares(['id', 'sessionId'], percentage, group)
  },
  remoteAddress({ IPs }) {
    const listed = listOf(IPs)
    return [
      {
        when: anyOf([
          compare('remoteAddress', 'inNetwork', listed.filter(isNetwork)),
          compare(
            'remoteAddress',
            'is',
            listed.filter((one) => !isNetwork(one)),
          ),
        ]),
      },
    ]
  },
  applicationHostname({ hostNames }, { reporting }) {
    reporting.changed(
      'The strategy applicationHostname compares the name of the host on which the client runs',
      'It compares the attribute hostname: send it in the context',
    )
    return [{ when: compare('hostname', 'is', listOf(hostNames), true) }]
  },
} as const satisfies Record<string, Kind>

/** The same clients as in Unleash: by the first of the attributes that the context has. */
function shares(attributes: readonly string[], percentage: number, salt: string): Rule[] {
  if (percentage === 0) return []
  return attributes.map((by) => ({
    when: isGiven(by),
    ...(percentage < 100 && { percentage, by, salt, hash: 'unleash' as const }),
  }))
}

function random(percentage: number, { flag, reporting }: StrategyContext): Rule[] {
  if (percentage === 0 || percentage === 100) return percentage === 0 ? [] : [{}]
  reporting.changed(
    `A strategy activates the flag for ${percentage} % of the checks at random`,
    `It activates the flag for ${percentage} % of the clients, always the same, by id; without id the flag is inactive`,
  )
  return [{ when: isGiven('id'), percentage, by: 'id', salt: flag }]
}
