import { operation } from '../operation.ts'
import { choice, object, openObject, Type } from '../schema.ts'
import { failureMembers } from './failure-members.ts'

const request = openObject({
  context: Type.Optional(
    openObject(
      { targetingKey: Type.Optional(Type.Unsafe<string | number>({ type: ['string', 'number'] })) },
      { description: 'What is known of the caller; percentages and lists go by its targetingKey, else by its id' },
    ),
  ),
})

const evaluation = object({
  key: Type.String(),
  value: Type.Boolean(),
  reason: choice(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'DISABLED']),
  variant: Type.String({ description: '`on` or `off`, unless the feature names its outcomes' }),
  metadata: Type.Unsafe<Record<string, string | number | boolean>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: 'The strategy, and what the metadata of the feature has that is no object',
  }),
})

const failed = object({
  key: Type.String(),
  errorCode: choice(['TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL']),
  errorDetails: Type.String(),
})

/** The OpenFeature Remote Evaluation Protocol (OFREP) over features, for its official clients. */
export const ofrepContract = {
  evaluate: operation({
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/{key}',
    summary: 'Evaluate a feature in a context, as OFREP has it',
    access: { domain: 'Feature', right: 'R', of: 'key' },
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
    summary: 'Evaluate all features that the caller may read in a context, as OFREP has it',
    access: { domain: 'Feature', right: 'R' },
    body: request,
    optionalBody: true,
    safe: true,
    response: object({ flags: Type.Array(Type.Union([evaluation, failed])) }),
    failureMembers,
    revalidates: true,
  }),
}
