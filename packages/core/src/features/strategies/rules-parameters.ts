import { conditionSchema } from '../../conditions/condition-schema.ts'

/** The most rules of a feature. */
const MOST_RULES = 1000

/** The JSON Schema of the parameters of RULES. */
export const rulesParameters: object = {
  type: 'object',
  required: ['rules'],
  properties: {
    rules: {
      type: 'array',
      maxItems: MOST_RULES,
      description: 'The first rule whose condition is true decides',
      items: {
        type: 'object',
        description: 'For clients for whom `when` is true; without `when`, for everybody',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 512, description: 'Names the rule in explanations' },
          when: conditionSchema,
          percentage: {
            type: 'number',
            minimum: 0,
            maximum: 100,
            default: 100,
            description: 'The share that gets `active`, in steps of 0.001; the others get the opposite',
          },
          by: {
            type: 'string',
            minLength: 1,
            maxLength: 512,
            default: 'id',
            description: 'The attribute whose value is hashed for the share: text or a number',
          },
          salt: { type: 'string', description: 'Hashed instead of the feature id' },
          hash: {
            type: 'string',
            enum: ['unleash'],
            description: 'Chooses the clients that Unleash chooses for this salt',
          },
          active: { type: 'boolean', default: true },
        },
        additionalProperties: false,
      },
    },
    otherwise: { type: 'boolean', default: false, description: 'The result if no rule decides' },
  },
  additionalProperties: false,
}
