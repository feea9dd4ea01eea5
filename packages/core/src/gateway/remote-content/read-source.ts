import { failure } from '../../machine/errors/errors.ts'
import { copyJson, isObject } from '../../machine/json/json.ts'
import { validate } from '../../machine/schema/validate.ts'
import { decodeUtf8, parseText } from '../../machine/wire/text.ts'
import { documentationSchema } from '../apis/documentation.ts'
import { type Documentation, mapResources } from './remote-places.ts'

/** The members that a source can set. */
const members = [
  ...['home', 'logo', 'references', 'resources', 'navigation', 'redirections', 'footer', 'search', 'banner'],
  ...['metadata', 'tags'],
]

/**
 * Reads the document of a source: a documentation object in JSON or YAML. Members that a source cannot set are left out.
 * Addresses in it are relative to its own. Throws INVALID if it is no such object.
 */
export async function readSource(bytes: Uint8Array, from: string): Promise<Documentation> {
  const text = decodeUtf8(bytes)
  const value = /^\s*[{[]/.test(text) ? parseText(text) : await parseYamlLate(text)
  if (!isObject(value)) throw failure('INVALID', 'The document is not an object: expected a documentation object')
  const known = Object.fromEntries(members.flatMap((name) => (value[name] == null ? [] : [[name, value[name]]])))
  const documentation = validate(documentationSchema, copyJson(known), 'The document') as Documentation
  return mapResources(documentation, (resource) => {
    const url = resource.url ? URL.parse(resource.url, from)?.href : undefined
    return url === undefined ? resource : { ...resource, url }
  })
}

/** The most characters of YAML, whose parser is slow, and what aliases may make of them. */
const MOST_YAML = 256 * 1024
const MOST_EXPANDED = 1024 * 1024

/** The parser is loaded with the first document that needs it. */
async function parseYamlLate(text: string): Promise<unknown> {
  if (text.length > MOST_YAML)
    throw failure('INVALID', `The document has more than ${MOST_YAML} characters of YAML: send JSON, or a shorter one`)
  const { parseYaml } = await import('../import-openapi/parse-yaml.ts')
  return parseYaml(text, MOST_EXPANDED).value
}
