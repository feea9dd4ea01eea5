import { isObject, type JsonObject } from '@signalbox/core/gateway'
import { type Document, type Follow, listOf, memberOf, type Operation, objectOf, textOf } from './read-operations.ts'

/** A parameter, in the form of OpenAPI 3. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly isDeprecated: boolean
  readonly description: string
  readonly schema: unknown
  readonly example: unknown
  /** Whether several values are several parameters of the name; else they are in one, with commas. */
  readonly isRepeated: boolean
}

/** Content of one or more media types with the same schema. */
export interface Content {
  readonly types: readonly string[]
  readonly schema: unknown
  readonly example: unknown
}

/** The body of requests. */
export interface Body {
  readonly description: string
  readonly isRequired: boolean
  readonly contents: readonly Content[]
}

/** An answer; `status` is a number, a range such as `4XX`, or `default`. */
export interface Answered {
  readonly status: string
  readonly description: string
  readonly contents: readonly Content[]
  readonly headers: readonly Parameter[]
  /** The names of links to other operations. */
  readonly links: readonly string[]
}

/** What an operation takes and gives, in the form of OpenAPI 3 for all versions. */
export interface Parts {
  readonly parameters: readonly Parameter[]
  readonly body: Body | undefined
  readonly answers: readonly Answered[]
  /** The names of callbacks. */
  readonly callbacks: readonly string[]
}

/** Reads what an operation takes and gives. */
export function partsOf(document: Document, { item, own }: Operation, follow: Follow): Parts {
  const given = parametersOf([...listOf(item.parameters), ...listOf(own.parameters)].map(follow).filter(isObject))
  const isOf2 = Object.hasOwn(document, 'swagger')
  const inBody = given.filter((one) => one.in === 'body' || one.in === 'formData')
  return {
    parameters: given.filter((one) => !inBody.includes(one)).map((one) => parameterOf(textOf(one.name), one, follow)),
    body: isOf2 ? bodyOf2(inBody, typesOf(own, document, 'consumes')) : bodyOf3(follow(own.requestBody), follow),
    answers: Object.entries(objectOf(own.responses)).flatMap(([status, one]) => {
      const answer = follow(one)
      if (status.startsWith('x-') || !isObject(answer)) return []
      return [
        {
          status,
          description: textOf(answer.description),
          contents: isOf2
            ? contentsOf2(answer, typesOf(own, document, 'produces'))
            : contentsOf3(answer.content, follow),
          headers: Object.entries(objectOf(answer.headers)).map(([name, header]) =>
            parameterOf(name, objectOf(follow(header)), follow),
          ),
          links: Object.keys(objectOf(answer.links)),
        },
      ]
    }),
    callbacks: Object.keys(objectOf(own.callbacks)),
  }
}

/** The parameters of a path item and of an operation: the later one of two with the same name and place counts. */
function parametersOf(all: readonly JsonObject[]): readonly JsonObject[] {
  const known = new Map(all.map((one) => [`${textOf(one.in)} ${textOf(one.name)}`, one]))
  return [...known.values()]
}

function parameterOf(name: string, one: JsonObject, follow: Follow): Parameter {
  const [content] = contentsOf3(one.content, follow)
  return {
    name,
    in: textOf(one.in),
    isRequired: one.required === true,
    isDeprecated: one.deprecated === true,
    description: textOf(one.description),
    schema: one.schema ?? content?.schema ?? one,
    example: one.example ?? firstExample(one.examples, follow) ?? content?.example,
    isRepeated: isRepeated(one, follow),
  }
}

/** Arrays of a query are (OpenAPI 3: `style` and `explode`; 2.0: `collectionFormat`). */
function isRepeated(one: JsonObject, follow: Follow): boolean {
  const { type } = one.schema === undefined ? one : objectOf(follow(one.schema))
  if (one.in !== 'query' || !(Array.isArray(type) ? type : [type]).includes('array')) return false
  if (one.schema === undefined) return one.collectionFormat === 'multi'
  return one.explode !== false && (one.style ?? 'form') === 'form'
}

function bodyOf3(body: unknown, follow: Follow): Body | undefined {
  if (!isObject(body)) return undefined
  return {
    description: textOf(body.description),
    isRequired: body.required === true,
    contents: contentsOf3(body.content, follow),
  }
}

/** The contents of a value, those with one schema together. */
function contentsOf3(content: unknown, follow: Follow): readonly Content[] {
  const found = new Map<unknown, { types: string[]; schema: unknown; example: unknown }>()
  for (const [type, given] of Object.entries(objectOf(content))) {
    const one = objectOf(follow(given))
    const { schema } = one
    const key = memberOf(schema, '$ref') ?? schema ?? type
    const example = one.example ?? firstExample(one.examples, follow)
    const known = found.get(key)
    if (known) known.types.push(type)
    else found.set(key, { types: [type], schema, example })
  }
  return [...found.values()]
}

/** The value of the first example of a map. */
function firstExample(examples: unknown, follow: Follow): unknown {
  const [first] = isObject(examples) ? Object.values(examples) : []
  return memberOf(follow(first), 'value')
}

function bodyOf2(inBody: readonly JsonObject[], types: readonly string[]): Body | undefined {
  const [first] = inBody
  if (!first) return undefined
  if (first.in === 'body')
    return {
      description: textOf(first.description),
      isRequired: first.required === true,
      contents: [{ types, schema: first.schema, example: undefined }],
    }
  const hasFile = inBody.some((one) => one.type === 'file')
  const forms = types.filter((type) => /form/i.test(type))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(({ name, required: _, in: _in, ...one }) => [textOf(name), one])),
    required: inBody.filter((one) => one.required === true).map(({ name }) => textOf(name)),
  }
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  return {
    description: '',
    isRequired: schema.required.length > 0,
    contents: [{ types: forms.length > 0 ? forms : [fallback], schema, example: undefined }],
  }
}

function contentsOf2({ schema, examples }: JsonObject, types: readonly string[]): readonly Content[] {
  if (schema === undefined) return []
  const [example] = Object.values(objectOf(examples))
  return [{ types, schema, example }]
}

/** The media types of an operation of version 2.0; its document has the defaults. */
function typesOf(operation: JsonObject, document: Document, name: 'consumes' | 'produces'): readonly string[] {
  const given = listOf(operation[name] ?? document[name]).filter((one) => typeof one === 'string')
  return given.length > 0 ? given : ['application/json']
}
