import { problem } from '../../machine/errors/errors.ts'
import { own } from '../../machine/json/json.ts'
import { forLists, forObjects, inPlace, type Keyword, keyword } from './keyword.ts'
import type { JsonSchema } from './shapes.ts'

type ByName = Readonly<Record<string, JsonSchema>>
type List = readonly JsonSchema[]

/** The keywords that apply other schemas to the value. */
export const inPlaceKeywords: Readonly<Record<string, Keyword>> = {
  $ref: inPlace(keyword<string>('reference', (_, value, { schema, resolve, visit }) => visit(resolve(schema), value))),
  allOf: inPlace(
    keyword<List>('schemas', (all, value, { visit }) => {
      for (const one of all) visit(one, value)
    }),
  ),
  anyOf: inPlace(
    keyword<List>('schemas', (all, value, { fits, fail }) => {
      if (!all.some((one) => fits(one, value))) fail(problem('error.anyOf'))
    }),
  ),
  oneOf: inPlace(
    keyword<List>('schemas', (all, value, { fits, fail }) => {
      if (all.filter((one) => fits(one, value)).length !== 1) fail(problem('error.oneOf'))
    }),
  ),
  not: inPlace(
    keyword<JsonSchema>('schema', (schema, value, { fits, fail }) => {
      if (fits(schema, value)) fail(problem('error.not'))
    }),
  ),
  if: inPlace(
    keyword<JsonSchema>('schema', (condition, value, { schema, fits, visit }) => {
      const next = own(schema, fits(condition, value) ? 'then' : 'else')
      if (next !== undefined) visit(next as JsonSchema, value)
    }),
  ),
  then: { shape: 'schema', isInPlace: true },
  else: { shape: 'schema', isInPlace: true },
  dependentSchemas: inPlace(
    forObjects<ByName>('schemasByName', (schemas, value, { visit, spend, namesOf }) => {
      for (const name of namesOf(schemas)) {
        spend(1)
        if (Object.hasOwn(value, name)) visit(schemas[name]!, value)
      }
    }),
  ),
}

/** The keywords that apply other schemas to the members or items of the value. */
export const memberKeywords: Readonly<Record<string, Keyword>> = {
  prefixItems: forLists<List>('schemas', (schemas, items, { visit }) => {
    for (let i = 0; i < schemas.length && i < items.length; i++) visit(schemas[i]!, items[i], String(i))
  }),
  items: forLists<JsonSchema>('schema', (each, items, { schema, visit }) => {
    const { prefixItems = [] } = schema as { prefixItems?: List }
    for (let i = prefixItems.length; i < items.length; i++) visit(each, items[i], String(i))
  }),
  contains: forLists<JsonSchema>('schema', (each, items, { schema, fits, fail }) => {
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema as Record<string, number>
    const count = items.filter((item) => fits(each, item)).length
    if (count < minContains || count > maxContains) fail(problem('error.contains'))
  }),
  minContains: { shape: 'count' },
  maxContains: { shape: 'count' },
  properties: forObjects<ByName>('schemasByName', (schemas, value, { visit, fail, spend, namesOf }) => {
    for (const name of namesOf(schemas)) {
      spend(1)
      if (!Object.hasOwn(value, name)) continue
      const schema = schemas[name]!
      if (schema === false) fail(problem('error.unknown.field'), name)
      else visit(schema, value[name], name)
    }
  }),
  patternProperties: forObjects<ByName>('schemasByPattern', (schemas, value, { visit, matches, namesOf }) => {
    for (const pattern of namesOf(schemas))
      for (const name of namesOf(value)) if (matches(pattern, name)) visit(schemas[pattern]!, value[name], name)
  }),
  additionalProperties: forObjects<JsonSchema>('schema', (each, value, { schema, ...place }) => {
    const { visit, fail, spend, matches, namesOf } = place
    const { properties = {}, patternProperties = {} } = schema as Record<string, ByName>
    const patterns = namesOf(patternProperties)
    for (const name of namesOf(value)) {
      spend(1)
      if (Object.hasOwn(properties, name) || patterns.some((pattern) => matches(pattern, name))) continue
      if (each === false) fail(problem('error.unknown.field'), name)
      else visit(each, value[name], name)
    }
  }),
  propertyNames: forObjects<JsonSchema>('schema', (schema, value, { fits, fail, namesOf }) => {
    for (const name of namesOf(value)) if (!fits(schema, name)) fail(problem('error.name'), name)
  }),
}
