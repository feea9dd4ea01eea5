import { pattern } from '../machine/errors/in-words.ts'
import { choice, object, type Static, Type } from '../machine/schema/schema.ts'

/** What decides about a consumer's subscription: nobody, or a person. */
export const approvals = ['auto', 'manual'] as const

/** The terms that consumers accept with a subscription: their address, or their text. */
export const termsSchema = object(
  {
    version: Type.String({ minLength: 1, maxLength: 50, description: 'A new version applies to new subscriptions' }),
    url: Type.Optional(
      Type.String({
        format: 'http(s) URL',
        pattern: pattern('^https://', 'must begin with https://'),
        description: 'Where the terms are. Exactly one of `url` and `text`',
      }),
    ),
    text: Type.Optional(Type.String({ minLength: 1, description: 'The terms as Markdown' })),
  },
  { description: 'The terms that consumers must accept when they subscribe' },
)

/** The kinds of questions. */
export const questionTypes = ['text', 'select', 'checkbox'] as const

/** A question to consumers who subscribe. */
export const questionSchema = object({
  name: Type.String({
    pattern: pattern(
      '^[a-z][a-z0-9_]{0,39}$',
      'must begin with a small letter and consist of at most 40 of a-z, 0-9 and _',
    ),
    description: 'The name of the answer in the subscription; unique within the plan',
  }),
  label: Type.String({ minLength: 1, maxLength: 200 }),
  type: choice(questionTypes),
  options: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The answers to choose from; only and always with `select`',
    }),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'Whether an answer is needed; of a checkbox, that it is checked. Absent: false' }),
  ),
})
/** A question to consumers who subscribe. */
export type Question = Static<typeof questionSchema>

/** What a plan asks of consumers who subscribe. People with grants subscribe without being asked. */
export const askedMembers = {
  approval: Type.Optional(
    choice(approvals, {
      description: "Whether a consumer's subscription waits until somebody approves it (`manual`). Absent: `auto`",
    }),
  ),
  terms: Type.Optional(termsSchema),
  form: Type.Optional(
    Type.Array(questionSchema, { maxItems: 20, description: 'Questions to consumers who subscribe' }),
  ),
}
