import { operation } from '../operation.ts'
import { choice, object, openObject, Type } from '../schema.ts'
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
  value: Type.Boolean(),
  reason: choice(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DEFAULT', 'DISABLED']),
  variant: Type.String({ description: '`on` or `off`, unless the metadata of the feature names its outcomes' }),
  metadata: Type.Unsafe<Record<string, string | number | boolean>>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: 'The strategy, and the metadata of the feature without objects',
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
    summary: 'Evaluate a feature in a context (OFREP)',
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
    summary: 'Evaluate all readable features in a context (OFREP)',
    access: { domain: 'Feature', right: 'R' },
    body: request,
    optionalBody: true,
    safe: true,
    response: object({ flags: Type.Array(Type.Union([evaluation, failed])) }),
    failureMembers,
    revalidates: true,
  }),
}
