import { isObject, type JsonObject } from '@signalbox/core/gateway'
import type { OpenApiDocument, Place } from '../documents/document.ts'
import { below } from '../documents/pointer.ts'
import {
  type DocumentedResponse,
  essenceOf,
  type Media,
  type Operation,
  type Parameter,
  type ParameterStyle,
} from './operation.ts'

/** What reading an operation of Swagger 2.0 needs: the operation, and the parameters that apply to it. */
interface Written {
  readonly label: string
  readonly operation: Place & { readonly value: JsonObject }
  readonly all: readonly Place[]
}

/** Reads an operation of a Swagger 2.0 document. Fields of forms are not validated one by one. */
export function readSwaggerOperation(document: OpenApiDocument, { label, operation, all }: Written): Operation {
  const { root } = document
  const { consumes = root.consumes, produces = root.produces } = operation.value
  const isIn = (place: Place, where: string) => isObject(place.value) && place.value.in === where
  const body = all.find((place) => isIn(place, 'body'))
  const hasForm = all.some((place) => isIn(place, 'formData'))
  const schema = body && { schema: below(body.pointer, 'schema') }
  const content = typesOf(consumes, hasForm ? FORM : JSON_TYPE).map(
    (written): Media => ({ type: essenceOf(written), written, pointer: body?.pointer ?? operation.pointer, ...schema }),
  )
  return {
    label,
    parameters: all.flatMap(toParameter),
    ...((body || hasForm) && {
      body: { isRequired: body !== undefined && (body.value as JsonObject).required === true, content },
    }),
    responses: responsesOf(document, operation, typesOf(produces, [JSON_TYPE[0] as string])),
  }
}

const JSON_TYPE = ['application/json']
const FORM = ['application/x-www-form-urlencoded', 'multipart/form-data']

const typesOf = (value: unknown, otherwise: readonly string[]): readonly string[] => {
  const types = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return types.length > 0 ? types : otherwise
}

const styles: Readonly<Record<string, ParameterStyle>> = { ssv: 'spaceDelimited', pipes: 'pipeDelimited' }

/** The type, format and limits of a parameter stand in the parameter itself, which is its schema. */
function toParameter({ value, pointer }: Place): readonly Parameter[] {
  const { name, in: where, required, collectionFormat, allowEmptyValue } = value as JsonObject
  if (typeof name !== 'string' || (where !== 'path' && where !== 'query' && where !== 'header')) return []
  const style = styles[String(collectionFormat)] ?? (where === 'query' ? 'form' : 'simple')
  return [
    {
      name,
      in: where,
      isRequired: required === true || where === 'path',
      allowsEmpty: allowEmptyValue === true,
      style,
      explode: collectionFormat === 'multi',
      schema: pointer,
      isJson: false,
    },
  ]
}

function responsesOf(
  document: OpenApiDocument,
  { value, pointer }: Place,
  types: readonly string[],
): readonly DocumentedResponse[] {
  const responses = isObject(value) && isObject(value.responses) ? Object.keys(value.responses) : []
  return responses.flatMap((status) => {
    if (status.startsWith('x-')) return []
    const place = document.at(below(pointer, 'responses', status))
    const hasSchema = isObject(place.value) && place.value.schema !== undefined
    const content = types.map(
      (written): Media => ({
        type: essenceOf(written),
        written,
        pointer: place.pointer,
        schema: below(place.pointer, 'schema'),
      }),
    )
    return [{ status, content: hasSchema ? content : [], pointer: place.pointer }]
  })
}
