/** The forms a description has, and the media types that ask for each; the first is what it is answered as. */
export const formats = {
  json: ['application/json'],
  yaml: ['application/yaml', 'text/yaml', 'application/x-yaml', 'text/x-yaml'],
  md: ['text/markdown'],
  html: ['text/html'],
} as const
/** A form of a description. */
export type Format = keyof typeof formats

/** What there are descriptions of. */
export type Subject = 'openapi' | 'plugins' | 'workflows'

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
  {
    name: 'workflowsJson',
    path: '/apis/workflows/doc.json',
    of: 'workflows',
    formats: ['json'],
    summary: 'The language of workflows: its nodes, operators and functions',
  },
  {
    name: 'workflowsYaml',
    path: '/apis/workflows/doc.yaml',
    of: 'workflows',
    formats: ['yaml'],
    summary: 'The language of workflows: its nodes, operators and functions',
  },
  {
    name: 'workflowsYml',
    path: '/apis/workflows/doc.yml',
    of: 'workflows',
    formats: ['yaml'],
    summary: 'The language of workflows: its nodes, operators and functions',
  },
  {
    name: 'workflowsMarkdown',
    path: '/apis/workflows/doc.md',
    of: 'workflows',
    formats: ['md'],
    summary: 'The reference of the language of workflows, to read',
  },
  {
    name: 'workflowsPage',
    path: '/apis/workflows/doc',
    of: 'workflows',
    formats: ['html'],
    summary: 'The reference of the language of workflows, as a page to search',
  },
]
