/** Where a parameter is sent. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** How values of a parameter are written: the styles of OpenAPI. */
export type ParameterStyle = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: ParameterPlace
  readonly isRequired: boolean
  /** Whether the parameter may be empty. */
  readonly allowsEmpty: boolean
  readonly style: ParameterStyle
  readonly explode: boolean
  /** A JSON pointer to its schema. Absent: any value is valid. */
  readonly schema?: string
  /** Whether the value is JSON, as in `content: {application/json: …}`. */
  readonly isJson: boolean
}

/** One media type of a body. */
export interface Media {
  /** In lower case, without parameters; may be a range such as `text/*`. */
  readonly type: string
  /** As the document writes it. */
  readonly written: string
  /** A JSON pointer to its schema. Absent: any body is valid. */
  readonly schema?: string
  /** A JSON pointer to the media type object. */
  readonly pointer: string
}

/** A response of an operation. */
export interface DocumentedResponse {
  /** Such as `200`, `4XX` or `default`. */
  readonly status: string
  readonly content: readonly Media[]
  /** A JSON pointer to the response object. */
  readonly pointer: string
}

/** An operation of a document, in one form for all versions. */
export interface Operation {
  /** The method and the path as the document has them, for messages. */
  readonly label: string
  readonly parameters: readonly Parameter[]
  /** Absent: the operation declares no body. */
  readonly body?: { readonly isRequired: boolean; readonly content: readonly Media[] }
  readonly responses: readonly DocumentedResponse[]
}

/** The media type of a header value, in lower case, without parameters. */
export const essenceOf = (value: string): string => value.split(';', 1)[0]!.trim().toLowerCase()

/** Whether a media type is JSON: `application/json`, or a type with the suffix `+json`. */
export const isJson = (type: string): boolean => /^[^/]+\/(json|[^/]+\+json)$/.test(type)

/** The media type of a list that a content type belongs to: the same one, else the narrowest range. */
export function mediaFor(content: readonly Media[], type: string): Media | undefined {
  const main = `${type.split('/', 1)[0]}/*`
  return (
    content.find((one) => one.type === type) ??
    content.find((one) => one.type === main) ??
    content.find((one) => one.type === '*/*')
  )
}
