/** The forms a description has, and the media types that ask for each; the first is what it is answered as. */
export const formats = {
  json: ['application/json'],
  yaml: ['application/yaml', 'text/yaml', 'application/x-yaml', 'text/x-yaml'],
  html: ['text/html'],
} as const
/** A form of a description. */
export type Format = keyof typeof formats

/** What there are descriptions of. */
export type Subject = 'openapi' | 'plugins'

/** A path under which the service describes itself. */
export interface Description {
  /** The end of the name that it has in the OpenAPI document. */
  readonly name: string
  readonly path: string
  readonly of: Subject
  /** More than one: what the client wants most. */
  readonly formats: readonly Format[]
  readonly summary: string
}

/** Where the service describes itself (contract, "Description endpoints"): GET, open to all unless a key is set. */
export const descriptions: readonly Description[] = [
  {
    name: 'openapi',
    path: '/apis/openapi',
    of: 'openapi',
    formats: ['json', 'yaml'],
    summary: 'This document, as JSON or YAML, whichever is accepted with the higher quality',
  },
  { name: 'openapiJson', path: '/apis/openapi.json', of: 'openapi', formats: ['json'], summary: 'This document' },
  { name: 'openapiYaml', path: '/apis/openapi.yaml', of: 'openapi', formats: ['yaml'], summary: 'This document' },
  { name: 'openapiYml', path: '/apis/openapi.yml', of: 'openapi', formats: ['yaml'], summary: 'This document' },
  {
    name: 'openapiUi',
    path: '/apis/openapi/ui',
    of: 'openapi',
    formats: ['html'],
    summary: 'This document as a page that operations can be tried on',
  },
  {
    name: 'pluginsJson',
    path: '/apis/plugins.json',
    of: 'plugins',
    formats: ['json'],
    summary: 'The plugins that flows of APIs may name',
  },
  {
    name: 'pluginsYaml',
    path: '/apis/plugins.yaml',
    of: 'plugins',
    formats: ['yaml'],
    summary: 'The plugins that flows of APIs may name',
  },
  {
    name: 'pluginsYml',
    path: '/apis/plugins.yml',
    of: 'plugins',
    formats: ['yaml'],
    summary: 'The plugins that flows of APIs may name',
  },
]
