import { isObject, type JsonObject } from '@signalbox/core/gateway'
import type { OpenApiDocument, Place } from '../documents/document.ts'
import { below } from '../documents/pointer.ts'
import {
  type DocumentedResponse,
  essenceOf,
  isJson,
  type Media,
  type Operation,
  type Parameter,
  type ParameterPlace,
  type ParameterStyle,
} from './operation.ts'
import { readSwaggerOperation } from './read-swagger-operation.ts'

/** Where an operation is in a document. */
export interface OperationPlace {
  readonly method: string
  readonly template: string
  readonly item: Place
}

/** Reads an operation. Throws a `DocumentFault` for references that lead nowhere. */
export function readOperation(document: OpenApiDocument, { method, template, item }: OperationPlace): Operation {
  const operation = document.at(operationPointer(item, method))
  const label = `${method} ${template}`
  const members = isObject(operation.value) ? operation.value : {}
  const all = parametersIn(document, item, operation)
  if (document.dialect === '2.0')
    return readSwaggerOperation(document, { label, operation: { ...operation, value: members }, all })
  const body = members.requestBody === undefined ? undefined : document.at(below(operation.pointer, 'requestBody'))
  return {
    label,
    parameters: all.flatMap((place) => toParameter(place)),
    ...(body &&
      isObject(body.value) && {
        body: { isRequired: body.value.required === true, content: contentOf(body) },
      }),
    responses: responsesOf(document, operation),
  }
}

const operationPointer = (item: Place, method: string): string => {
  const lower = method.toLowerCase()
  return isObject(item.value) && Object.hasOwn(item.value, lower)
    ? below(item.pointer, lower)
    : below(item.pointer, 'additionalOperations', method)
}

/**
 * The parameters of an operation and of its path item. Parameters of the operation replace parameters of the path item
 * with the same name and place.
 */
function parametersIn(document: OpenApiDocument, ...places: readonly Place[]): readonly Place[] {
  const found = new Map<string, Place>()
  for (const { value, pointer } of places) {
    const list = isObject(value) && Array.isArray(value.parameters) ? value.parameters : []
    for (const i of list.keys()) {
      const place = document.at(below(pointer, 'parameters', i))
      if (isObject(place.value)) found.set(`${place.value.in} ${place.value.name}`, place)
    }
  }
  return [...found.values()]
}

/** Headers that OpenAPI describes elsewhere. */
const ignored: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

function toParameter({ value, pointer }: Place): readonly Parameter[] {
  const { name, in: where, required, style, explode, allowEmptyValue, content, schema } = value as JsonObject
  if (typeof name !== 'string' || !isPlace(where)) return []
  if (where === 'header' && ignored.has(name.toLowerCase())) return []
  const [[type, media] = []] = isObject(content) ? Object.entries(content) : []
  const own = styleOf(style, where)
  return [
    {
      name,
      in: where,
      isRequired: required === true || where === 'path',
      allowsEmpty: allowEmptyValue === true,
      style: own,
      explode: typeof explode === 'boolean' ? explode : own === 'form' || own === 'deepObject',
      ...(type === undefined && schema !== undefined && { schema: below(pointer, 'schema') }),
      ...(type !== undefined &&
        isObject(media) &&
        media.schema !== undefined && { schema: below(pointer, 'content', type, 'schema') }),
      isJson: type !== undefined && isJson(essenceOf(type)),
    },
  ]
}

const isPlace = (value: unknown): value is ParameterPlace => places.has(String(value))
const places: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie'])

const styles: ReadonlySet<string> = new Set([
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
])
const styleOf = (style: unknown, where: ParameterPlace): ParameterStyle =>
  styles.has(String(style)) ? (style as ParameterStyle) : where === 'path' || where === 'header' ? 'simple' : 'form'

/** The media types of a body or response. */
export function contentOf({ value, pointer }: Place): readonly Media[] {
  const content = isObject(value) && isObject(value.content) ? value.content : {}
  return Object.entries(content).map(([type, media]) => ({
    type: essenceOf(type),
    written: type,
    pointer: below(pointer, 'content', type),
    ...(isObject(media) && media.schema !== undefined && { schema: below(pointer, 'content', type, 'schema') }),
  }))
}

function responsesOf(document: OpenApiDocument, { value, pointer }: Place): readonly DocumentedResponse[] {
  const responses = isObject(value) && isObject(value.responses) ? Object.keys(value.responses) : []
  return responses.flatMap((status) => {
    if (status.startsWith('x-')) return []
    const place = document.at(below(pointer, 'responses', status))
    return [
      {
        status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
        content: contentOf(place),
        pointer: place.pointer,
      },
    ]
  })
}
