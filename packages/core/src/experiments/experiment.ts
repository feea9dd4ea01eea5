import { conditionSchema } from '../conditions/condition-schema.ts'
import { problem } from '../machine/errors/errors.ts'
import { pattern } from '../machine/errors/in-words.ts'
import { isObject, own } from '../machine/json/json.ts'
import { keySchema } from '../machine/keys/key.ts'
import { keptAsMetadata, withoutNullDescription } from '../machine/records/lines/earlier-lines.ts'
import { defineResource } from '../machine/records/resource.ts'
import { anyObject, choice, metadata, object, output, type Static, Type, texts } from '../machine/schema/schema.ts'
import { checkLayer, layerSchema } from './layers/layer.ts'

/** How far the sum of the variants' traffic may be from 1. */
const TOLERANCE = 1e-6

/** One variant of an experiment. */
export const variantSchema = object({
  id: Type.String({
    pattern: pattern('^[A-Za-z0-9_@.-]+$', 'must consist of letters, digits and _@.-'),
    maxLength: 100,
  }),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  traffic: Type.Number({ minimum: 0, maximum: 1, description: 'Share of traffic, a fraction of 1' }),
  currentPopulation: output(Type.Integer({ description: 'How many clients are bound to the variant' })),
})
/** One variant of an experiment. */
export type Variant = Static<typeof variantSchema>

/** An experiment: an A/B test with variants. */
export const experimentSchema = object({
  id: keySchema,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  enabled: Type.Boolean(),
  tags: texts,
  metadata,
  variants: Type.Array(variantSchema, { minItems: 1 }),
  audience: Type.Optional(conditionSchema),
  layer: Type.Optional(layerSchema),
  shipped: Type.Optional(
    Type.String({
      description: 'The id of the variant that every client gets while the experiment is disabled; nothing is counted',
    }),
  ),
})
/** An experiment: an A/B test with variants. */
export type Experiment = Static<typeof experimentSchema>

/** The resource of experiments. Their ids cannot change, because bindings and events refer to them. */
export const experiments = defineResource({
  name: 'experiment',
  plural: 'experiments',
  path: '/api/experiments',
  domain: 'Experiment',
  events: 'EXPERIMENT',
  isGrantedByDefault: true,
  isStreamedByDefault: true,
  eventOwner: 'experimentId',
  schema: experimentSchema,
  id: keySchema,
  fixedId: true,
  moves: true,
  earlier: earlierExperiment,
  replaced: { audience: 'audience' }, // replaced whole, but removed by `null`
  after: ['segments', 'features'],
  rules: { check: checkExperiment },
})

/** The variant that a client is bound to, as a line of nd-json. */
export const bindingSchema = object({
  variantBindingKey: Type.String({ description: 'The id of the experiment, a colon, and the id of the client' }),
  variantId: Type.String(),
  experimentId: Type.Optional(Type.String({ description: 'Set where the key alone is ambiguous' })),
  clientId: Type.Optional(Type.String({ description: 'Set where the key alone is ambiguous' })),
  phase: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'The place of its phase among the phases of the experiment, if there are several',
    }),
  ),
})
/** The variant that a client is bound to, as a line of nd-json. */
export type Binding = Static<typeof bindingSchema>

/** A binding as an nd-json line. */
export const toBinding = (experimentId: string, clientId: string, variantId: string): Binding => ({
  variantBindingKey: `${experimentId}:${clientId}`,
  variantId,
})

/** A binding as a change event shows it, with the experiment and client ids: the key alone can be ambiguous. */
export const toEventBinding = (experimentId: string, clientId: string, variantId: string): Binding => ({
  ...toBinding(experimentId, clientId, variantId),
  experimentId,
  clientId,
})

/** The id of an end user: any text without control characters. */
export const clientIdSchema = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: pattern(
    '^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$',
    'must be a non-empty text without control characters',
  ),
  description: 'The client, such as a user or a device',
})

/** What is known of a client, for audiences. */
export const contextSchema = anyObject({
  description: 'What is known of the client, for the audience; its `id` is the clientId and can be left out',
})

/** Records that a client saw a variant (displayed) or converted (won). */
export const variantEventSchema = object({
  id: Type.String({ minLength: 1, maxLength: 1024 }),
  experimentId: keySchema,
  clientId: clientIdSchema,
  variant: variantSchema,
  variantId: Type.String(),
  date: Type.String({
    format: 'timestamp',
    description:
      'A local date and time with milliseconds, without a zone; uploads may use ISO 8601 of any precision, with or without an offset',
  }),
  transformation: Type.Number({ description: "The variant's rate at that moment, in percent" }),
  '@type': choice(['VariantDisplayedEvent', 'VariantWonEvent']),
})
/** Records that a client saw a variant (displayed) or converted (won). */
export type VariantEvent = Static<typeof variantEventSchema>

/** What an event records. */
export const kindOf = (event: VariantEvent): 'displayed' | 'won' =>
  event['@type'] === 'VariantDisplayedEvent' ? 'displayed' : 'won'

const byVariant = (description: string, minimum = 0) =>
  Type.Record(Type.String(), Type.Number({ minimum }), { maxProperties: 10_000, description })

/**
 * How many clients each phase of an experiment bound, as a line of nd-json. A phase ends when variants or their traffic
 * change.
 */
export const phasesSchema = object({
  experimentId: keySchema,
  since: Type.Optional(Type.Number({ description: 'When the first client was bound, in epoch milliseconds' })),
  phases: Type.Array(
    object({
      traffic: byVariant('Shares by variant'),
      bound: byVariant('Clients bound, by variant'),
      seen: Type.Optional(
        Type.Record(
          Type.String(),
          object({
            users: Type.Integer({ minimum: 0, description: 'Clients of the phase who saw the variant' }),
            converted: Type.Integer({ minimum: 0, description: 'Clients among them who won afterwards' }),
          }),
          {
            maxProperties: 10_000,
            description: 'Users by variant; without it, the phase is compared together with others',
          },
        ),
      ),
    }),
    { maxItems: 10_000, description: 'The last item is the current phase' },
  ),
})
/** How many clients each phase of an experiment bound. */
export type Phases = Static<typeof phasesSchema>

const reserved = ['events.ndjson', 'bindings.ndjson', 'phases.ndjson', '_summary']

function checkExperiment(experiment: unknown) {
  if (!isObject(experiment)) return {}
  const list = Array.isArray(experiment.variants) ? experiment.variants.filter(isObject) : []
  const ids = list.map(({ id }) => id)
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i)
  const sum = list.reduce((total, { traffic }) => total + Number(traffic), 0)
  return {
    ...(reserved.includes(String(experiment.id)) && { '/id': [problem('error.reserved', experiment.id)] }),
    ...(twice >= 0 && { [`/variants/${twice}/id`]: [problem('error.unique', ids[twice])] }),
    ...(list.length > 0 && !(Math.abs(sum - 1) <= TOLERANCE) && { '/variants': [problem('error.traffic.sum', sum)] }),
    ...checkShipped(own(experiment, 'shipped'), ids),
    ...checkLayer(own(experiment, 'layer')),
  }
}

const checkShipped = (shipped: unknown, ids: readonly unknown[]) =>
  shipped === undefined || ids.includes(shipped) ? {} : { '/shipped': [problem('error.oneOf', ...ids)] }

/**
 * Converts an exported experiment of the previous feature service: its `campaign` (start, end and winning variant) is kept as
 * metadata.
 */
function earlierExperiment(line: unknown): unknown {
  const described = keptAsMetadata(withoutNullDescription(line), 'campaign')
  return isObject(described) && Array.isArray(described.variants)
    ? { ...described, variants: described.variants.map(withoutNullDescription) }
    : described
}
