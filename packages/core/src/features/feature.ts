import { isObject, own } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { keptAsMetadata, withoutNullDescription } from '../machine/records/lines/earlier-lines.ts'
import { defineResource } from '../machine/records/resource.ts'
import {
  choice,
  metadata,
  object,
  output,
  type Static,
  type TSchema,
  type TUnsafe,
  Type,
  texts,
} from '../machine/schema/schema.ts'
import { spellings } from './spellings/index.ts'
import type { Spelling } from './spellings/spelling.ts'
import { type StrategyName, strategies, strategyNames } from './strategies/index.ts'
import { rulesParameters } from './strategies/rules-parameters.ts'
import type { Strategy } from './strategies/strategy.ts'

const common = {
  id: keySchema,
  enabled: Type.Boolean(),
  description: Type.Optional(Type.String()),
  activationStrategy: choice(strategyNames),
}
const optional = {
  tags: texts,
  metadata,
  active: output(Type.Boolean({ description: 'Whether the feature is active; only if requested' })),
}

type Common = Static<ReturnType<typeof object<Omit<typeof common, 'activationStrategy'> & typeof optional>>>

/** The parameters of a strategy. */
export type ParametersOf<N extends StrategyName> =
  (typeof strategies)[N] extends Strategy<infer S extends TSchema> ? Static<S> : never

/**
 * The parameters of `NO_STRATEGY`: none. With this type, the compiler reports a mistyped parameter of another strategy
 * by its own name.
 */
type NoParameters = { ''?: never }

/** A feature: a flag whose `parameters` fit its `activationStrategy`. */
export type Feature = {
  [N in StrategyName]: Common & { activationStrategy: N } & (N extends 'NO_STRATEGY'
      ? { parameters?: NoParameters }
      : { parameters: ParametersOf<N> })
}[StrategyName]

/**
 * A feature as it is sent. The same as `Feature`, but without the member `parameters` where a strategy has none: so the compiler
 * looks into the parameters of the strategy that is named, and reports a wrong member there, instead of naming the
 * members of all.
 */
export type FeatureBody = {
  [N in StrategyName]: Common & { activationStrategy: N } & (N extends 'NO_STRATEGY'
      ? unknown
      : { parameters: ParametersOf<N> })
}[StrategyName]

/** Schemas of parameters that stand apart from their strategy, because clients bundle the strategies. */
const parametersApart: Partial<Record<StrategyName, object>> = { RULES: rulesParameters }

/** The schema of features. `oneOf` has the parameters of each strategy. */
export const featureSchema = Type.Unsafe<Feature>({
  type: 'object',
  required: ['id', 'enabled', 'activationStrategy'],
  properties: { ...common, parameters: {} }, // sets the order only; the strategies have the schemas
  discriminator: { propertyName: 'activationStrategy' },
  oneOf: strategyNames.map((name) => {
    const { parameters = parametersApart[name] } = strategies[name] as Strategy
    return object({
      ...common,
      activationStrategy: Type.Literal(name),
      ...(parameters && { parameters }),
      ...optional,
    })
  }),
}) as TUnsafe<Feature> & { readonly '~sent': FeatureBody }

/** The spellings of the parameters of a feature's strategy. */
export const spellingOf = (feature: unknown): Spelling | undefined =>
  isObject(feature) ? (own(spellings, String(feature.activationStrategy)) as Spelling | undefined) : undefined

/** Features as a kind of record. */
export const features = defineResource({
  name: 'feature',
  plural: 'features',
  path: '/api/features',
  domain: 'Feature',
  events: 'FEATURE',
  isGrantedByDefault: true,
  isStreamedByDefault: true,
  schema: featureSchema,
  id: keySchema,
  replaced: { parameters: 'activationStrategy' },
  after: ['scripts', 'segments'],
  earlier: earlierFeature,
  rules: {
    normalize(feature) {
      const spelling = spellingOf(feature)
      if (!spelling?.normalize || !isObject(feature)) return feature
      const parameters = spelling.normalize(feature.parameters)
      if (parameters !== undefined) feature.parameters = parameters
      else delete feature.parameters
      return feature
    },
    placeAsSent(pointer, feature) {
      const parameters = isObject(feature) && isObject(feature.parameters) ? feature.parameters : {}
      const names = Object.entries(spellingOf(feature)?.synonyms ?? {})
      const [other, name = ''] = names.find(([, name]) => pointer === `/parameters/${name}`) ?? []
      const isRenamed = other !== undefined && Object.hasOwn(parameters, other) && !Object.hasOwn(parameters, name)
      return isRenamed ? `/parameters/${other}` : pointer
    },
    check(feature) {
      const parameters = isObject(feature) ? feature.parameters : undefined
      const problems = isObject(parameters) && spellingOf(feature)?.check?.(parameters)
      if (!problems) return {}
      return Object.fromEntries(Object.entries(problems).map(([member, list]) => [`/parameters/${member}`, list]))
    },
  },
})

/**
 * Converts a feature line of the previous feature service, in which NO_STRATEGY may have parameters. They are kept as metadata.
 */
function earlierFeature(line: unknown): unknown {
  const described = withoutNullDescription(line)
  if (!isObject(described) || described.activationStrategy !== 'NO_STRATEGY') return described
  const { parameters, ...feature } = described
  const isEmpty = parameters === null || (isObject(parameters) && Object.keys(parameters).length === 0)
  return isEmpty ? feature : keptAsMetadata(described, 'parameters')
}
