import { conditionSchema } from '../conditions/condition-schema.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { anyObject, choice, metadata, note, object, type Static, Type, texts } from '../machine/schema/schema.ts'
import { type AccessModeName, accessModeNames, accessModes } from './access-modes.ts'
import { askedMembers } from './asked.ts'
import { lifecycleMembers } from './lifecycle-members.ts'

/** The pricing of a plan. */
export const pricingSchema = object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    enabled: Type.Optional(Type.Boolean()),
    price: Type.Optional(Type.Number({ minimum: 0 })),
    currency: Type.Optional(Type.String({ description: 'Currency code' })),
    params: Type.Optional(anyObject({ description: '`period`: what the price is for, such as `month`' })),
  },
  { description: 'Shown to consumers, if `enabled`. Nothing is charged.' },
)

/** The statuses of plans. */
export const planStatuses = ['staging', 'published', 'deprecated', 'closed'] as const

const before = {
  id: segmentSchema,
  name: note,
  description: note,
  status: Type.Optional(choice(planStatuses, { default: 'staging' })),
  ...lifecycleMembers,
}
const after = {
  audience: Type.Optional(conditionSchema),
  pricing: Type.Optional(pricingSchema),
  ...askedMembers,
  tags: texts,
  metadata,
}

type Common = Static<ReturnType<typeof object<typeof before & typeof after>>>
type Configuration<N extends AccessModeName> = Static<
  ReturnType<typeof object<(typeof accessModes)[N]['configuration']>>
>

/**
 * A plan: how consumers are admitted to an API. `access_mode_configuration` depends on
 * `access_mode_configuration_type`.
 */
export type Plan = {
  [N in AccessModeName]: Common & {
    access_mode_configuration_type: N
    access_mode_configuration?: Configuration<N>
  }
}[AccessModeName]

/** The schema of plans; `oneOf` has the configuration of each access mode. */
export const planSchema = Type.Unsafe<Plan>({
  type: 'object',
  required: ['id', 'access_mode_configuration_type'],
  discriminator: { propertyName: 'access_mode_configuration_type' },
  oneOf: accessModeNames.map((name) =>
    object({
      ...before,
      access_mode_configuration_type: Type.Literal(name),
      access_mode_configuration: Type.Optional(object(accessModes[name].configuration, { default: {} })),
      ...after,
    }),
  ),
})
