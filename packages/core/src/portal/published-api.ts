import { blueprints } from '../gateway/apis/api.ts'
import { anyObject, choice, object, type Static, Type } from '../machine/schema/schema.ts'
import { accessModeNames, credentialSettings } from '../plans/access-modes.ts'
import { lifecycleMembers } from '../plans/lifecycle-members.ts'
import { pricingSchema } from '../plans/plan.ts'

const text = Type.String()
const texts = Type.Array(text)
const { quota, rotation } = credentialSettings

const publishedPlanSchema = object({
  id: text,
  name: text,
  description: text,
  status: choice(['published']),
  access_mode: choice(accessModeNames),
  quota,
  pricing: Type.Optional(pricingSchema),
  approval: choice(['auto', 'manual']),
  terms: Type.Optional(anyObject()),
  form: Type.Array(anyObject()),
  rotation,
  routes: Type.Optional(Type.Unknown({ description: 'The routes that the plan covers; absent: all' })),
})
/** A plan as its consumers see it. */
export type PublishedPlan = Static<typeof publishedPlanSchema>

/** The schema of an API as its consumers see it. */
export const publishedApiSchema = object({
  id: text,
  name: text,
  description: text,
  version: text,
  state: choice(['published', 'deprecated', 'removed']),
  deprecated_at: Type.Optional(lifecycleMembers.deprecated_at),
  sunset_at: lifecycleMembers.sunset_at,
  successor: Type.Optional(
    Type.String({ description: 'The id of the API that replaces it, if the caller may see it' }),
  ),
  address: Type.Optional(Type.String({ description: 'Its URL. Absent: the URL of the gateway is not known' })),
  blueprint: choice(blueprints),
  groups: texts,
  tags: Type.Array(text, { description: 'The tags of the API and of its documentation' }),
  plans: Type.Array(publishedPlanSchema, { description: 'The published plans that the caller may see' }),
})
/** An API as its consumers see it. */
export type PublishedApi = Static<typeof publishedApiSchema>
