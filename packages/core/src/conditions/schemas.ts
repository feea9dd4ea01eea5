import { keySchema } from '../machine/keys/key.ts'
import { choice, object, type TProperties, type TSchema, Type } from '../machine/schema/schema.ts'
import { MOST_VALUES } from './condition.ts'
import { description } from './condition-schema.ts'
import type { Form } from './forms.ts'
import { type OperatorName, operatorNames, operators } from './operators/index.ts'
import type { Operator } from './operators/operator.ts'
import { days } from './time-window.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'A member of the context, or a JSON pointer into it; id is the client',
})
const date = Type.Optional(Type.String({ format: 'ISO 8601' }))
const hour = Type.Optional(Type.String({ format: 'HH:mm' }))

/** The schema of a window of time. */
const timeSchema = object(
  {
    from: date,
    to: date,
    startTime: hour,
    endTime: hour,
    days: Type.Optional(Type.Array(choice(days), { minItems: 1 })),
    timezone: Type.Optional(Type.String({ format: 'time-zone', description: 'IANA name' })),
  },
  {
    description: 'Now is inside every given part. A window that passes midnight belongs to the day on which it starts',
  },
)

/** The schema of the condition of an attribute, given the schemas of its operator and values. */
const attributeSchema = (members: TProperties, keywords?: object) => object({ attribute: name, ...members }, keywords)

const valuesOf = (value: TSchema) => Type.Optional(Type.Array(value, { maxItems: MOST_VALUES }))
const ignoreCase = Type.Optional(Type.Boolean({ default: false }))

/** The schema of the condition of an attribute by one operator. */
function operatorSchema(operator: OperatorName): TSchema {
  const { value, takesIgnoreCase, description, example } = operators[operator] as Operator
  const leaf = { attribute: example.attribute, operator }
  return attributeSchema(
    {
      operator: choice([operator], { description }),
      ...(value && { value: Type.Optional(value), values: valuesOf(value) }),
      ...(takesIgnoreCase && { ignoreCase }),
    },
    { examples: [value ? { ...leaf, value: example.value } : leaf] },
  )
}

/** The schemas of the other forms, given that of the conditions inside them. */
const formSchemas = (inner: TSchema) =>
  ({
    segment: object({ segment: keySchema }),
    feature: object({ feature: keySchema, active: Type.Optional(Type.Boolean({ default: true })) }),
    time: object({ time: timeSchema }),
    all: object({ all: Type.Array(inner) }),
    any: object({ any: Type.Array(inner) }),
    not: object({ not: inner }),
  }) satisfies Readonly<Record<Exclude<Form, 'attribute'>, TSchema>>

/** Each form alone: values, and the conditions inside it, may be anything. */
export const shapes: Readonly<Record<Form, TSchema>> = {
  attribute: attributeSchema({
    operator: choice(operatorNames),
    value: Type.Optional({}),
    values: valuesOf({}),
    ignoreCase,
  }),
  ...formSchemas({}),
}

/** The schema of the values of each operator that takes some. */
const valueSchemas = Object.values(operators).flatMap(({ value }: { readonly value?: TSchema }) => value ?? [])

/** Everything that `problemsOfCondition` validates with, for the build. */
export const conditionShapes: readonly TSchema[] = [...Object.values(shapes), ...valueSchemas]

/**
 * The whole schema of conditions, for documents. `self` is the reference by which the document finds it.
 *
 * @example
 * describedCondition('#/components/schemas/Condition')
 */
export const describedCondition = (self: string): TSchema => ({
  title: 'Condition',
  description,
  anyOf: [...operatorNames.map(operatorSchema), ...Object.values(formSchemas({ $ref: self }))],
})
