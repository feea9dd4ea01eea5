import { segmentSchema } from '../keys/key.ts'
import type { Static } from '../schema.ts'
import { anyObject, choice, metadata, note, object, Type, texts } from '../schema.ts'
import type { AccessModeName } from './access-modes.ts'
import { accessModeNames, accessModes } from './access-modes.ts'

/** What a plan costs. */
export const pricingSchema = object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  price: Type.Optional(Type.Number({ minimum: 0 })),
  currency: Type.Optional(Type.String({ description: 'Currency code' })),
  params: Type.Optional(anyObject()),
})

/** The states of plans. */
export const planStatuses = ['staging', 'published', 'deprecated', 'closed'] as const

const before = {
  id: segmentSchema,
  name: note,
  description: note,
  status: Type.Optional(choice(planStatuses, { default: 'staging' })),
}
const after = {
  pricing: Type.Optional(pricingSchema),
  tags: texts,
  metadata,
}

type Common = Static<ReturnType<typeof object<typeof before & typeof after>>>
type Configuration<N extends AccessModeName> = Static<
  ReturnType<typeof object<(typeof accessModes)[N]['configuration']>>
>

/** A plan: how consumers get in. Its `access_mode_configuration` fits its `access_mode_configuration_type`. */
export type Plan = {
  [N in AccessModeName]: Common & {
    access_mode_configuration_type: N
    access_mode_configuration?: Configuration<N>
  }
}[AccessModeName]

/** A plan; what one access mode is configured by is among `oneOf`. */
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
