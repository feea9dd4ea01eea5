import type { Check } from './checks.ts'
import { addErrors, type FieldErrors, inOneLine } from './field-errors.ts'
import { type DocumentedResponse, essenceOf, isJson, type Media, mediaFor, type Operation } from './operation.ts'

/** The response that an operation documents for a status: the status itself, its class such as `4XX`, or `default`. */
export function responseFor(
  { responses }: Pick<Operation, 'responses'>,
  status: number,
): DocumentedResponse | undefined {
  const text = String(status)
  const find = (name: string) => responses.find((one) => one.status === name)
  return find(text) ?? find(`${text[0]}XX`) ?? find('default')
}

/** What the head of a response says against the document, or the media type against whose schema the body is checked. */
export function judgeHead(
  operation: Operation,
  status: number,
  type: string | undefined,
): { readonly flaw?: string; readonly media?: Media } {
  const documented = responseFor(operation, status)
  if (!documented) return { flaw: `the status ${status} is not documented` }
  if (type === undefined || documented.content.length === 0) return {}
  const essence = essenceOf(type)
  const media = mediaFor(documented.content, essence)
  if (!media) return { flaw: `the media type ${essence.slice(0, 100)} of the status ${status} is not documented` }
  return isJson(essence) && media.schema !== undefined ? { media } : {}
}

/** What is wrong with the body of a response, in one line; `undefined`: nothing. */
export function bodyOfResponseFlaw(
  media: Media,
  bytes: Uint8Array,
  { check, names }: { readonly check: Check; readonly names: ReadonlySet<string> },
): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return 'the body is not valid JSON'
  }
  const errors = check(media.schema as string, value, bytes.length)
  if (!errors) return undefined
  const found: FieldErrors = {}
  addErrors(found, '', errors)
  return `the body is invalid: ${inOneLine(found, names)}`
}
