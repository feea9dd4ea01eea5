import { slices } from '@signalbox/core/contract'
import { openApi } from '@signalbox/core/reference'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** Called with a sentence for each difference between the service and its OpenAPI document. */
export type Complain = (sentence: string) => void

/** What the document says about one operation. */
export interface Said {
  readonly parameters: readonly { readonly name?: string }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents }
  readonly responses: Readonly<Record<string, { readonly content?: Contents; readonly $ref?: string }>>
}
/** Bodies by media type. */
type Contents = Readonly<Record<string, object>>

const document = openApi(slices, { version: '0' })
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, 'openapi')

/** Every path of the OpenAPI document of the contract, with its operations by lower-case method. */
export const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Said>>>>

/** Validates a value against the schema at a place in the document. */
export function hold(value: unknown, place: readonly string[], complain: Complain): void {
  const steps = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
  const check = ajv.getSchema(`openapi#/${steps.join('/')}`)
  if (!check) complain(`The document has no schema at ${place.join(' ')}`)
  else if (!check(value))
    complain(`${JSON.stringify(value).slice(0, 500)} does not fit ${place.join(' ')}: ${ajv.errorsText(check.errors)}`)
}
