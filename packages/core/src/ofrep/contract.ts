import { choice, object, openObject, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { failureMembers } from './failure-members.ts'

const request = openObject({
  context: Type.Optional(
    openObject(
      { targetingKey: Type.Optional(Type.Unsafe<string | number>({ type: ['string', 'number'] })) },
      { description: 'The evaluation context; its targetingKey, or else its id, identifies the client' },
    ),
  ),
})

const evaluation = object({
  key: Type.String(),
  value: Type.Unknown({ description: 'Whether the feature is active, or the value of the typed config' }),
  reason: choice(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'DISABLED']),
  variant: Type.String({
    description:
      'Of a feature: `on` or `off`, unless its metadata names its outcomes. Of a config: the name of the variant of a split, or else of the rule; `rules/2` for a rule without a name, `default` if no rule decided',
  }),
  metadata: Type.Unsafe<Record<string, string | number | boolean>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: 'The metadata of the feature or config without objects, and the strategy of a feature',
  }),
})

const failed = object({
  key: Type.String(),
  errorCode: choice(['TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL']),
  errorDetails: Type.String(),
})

/** The OpenFeature Remote Evaluation Protocol (OFREP) over features and typed configs, for its official clients. */
export const ofrepContract = {
  evaluate: operation({
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/{key}',
    summary: 'Evaluate a feature or a typed config in a context (OFREP)',
    access: { domain: 'Feature', orDomain: 'Config', right: 'R', of: 'key' },
    params: { key: Type.String() },
    body: request,
    optionalBody: true,
    safe: true,
    response: evaluation,
    failureMembers,
  }),
  evaluateAll: operation({
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    summary: 'Evaluate all readable features and typed configs in a context (OFREP)',
    access: { domain: 'Feature', orDomain: 'Config', right: 'R' },
    body: request,
    optionalBody: true,
    safe: true,
    response: object({ flags: Type.Array(Type.Union([evaluation, failed])) }),
    failureMembers,
    revalidates: true,
  }),
}
