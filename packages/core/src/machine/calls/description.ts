import type { Right } from '../callers/rights.ts'
import type { TSchema } from '../schema/schema.ts'

/** The formats of a description with the media types that select them. The response has the first media type. */
export const formats = {
  json: ['application/json'],
  yaml: ['application/yaml', 'text/yaml', 'application/x-yaml', 'text/x-yaml'],
  md: ['text/markdown'],
  html: ['text/html'],
} as const
/** The format of a description. */
export type Format = keyof typeof formats

/** A path under which a service describes something. GET; public unless the service has a key for its descriptions. */
export interface Description {
  /** The end of its name in the OpenAPI document. */
  readonly name: string
  readonly path: string
  /** With several formats, the response has the one the client prefers. */
  readonly formats: readonly Format[]
  readonly summary: string
  /** Responds 404 unless the host provides what it needs. @default false */
  readonly mayBeMissing?: boolean
}

/** How to write down a subject, from the current state of the service. */
export interface Writing<Service, Data> {
  /** As data, for JSON and YAML. The same at each call. */
  data(service: Service): Data
  /** As Markdown. Required for descriptions in the format `md`. */
  markdown?(data: Data): string
  /** As a page whose scripts and styles carry a nonce. @default the host's page */
  page?(data: Data, nonce: string): string
}

/** Something a service describes besides its operations, such as the plugins it knows. */
export interface Subject<
  // biome-ignore lint/suspicious/noExplicitAny: each subject declares what it reads of a service
  Service = any,
  // biome-ignore lint/suspicious/noExplicitAny: each subject declares its data
  Data = any,
> {
  /** Where it is described. */
  readonly descriptions: readonly Description[]
  /** The schema of its data. */
  readonly schema: TSchema
  /** Callers with this right need no key for its descriptions. @default all need the key, if the service has one */
  readonly readers?: { readonly domain: string; readonly right: Right }
  /** Loads the code that writes it, with the first request. */
  readonly open: () => Promise<Writing<Service, Data>>
}

/** The descriptions of a subject as data: `<path>.json`, `<path>.yaml` and `<path>.yml`. */
export const asData = (name: string, path: string, summary: string): readonly Description[] => [
  { name: `${name}Json`, path: `${path}.json`, formats: ['json'], summary },
  { name: `${name}Yaml`, path: `${path}.yaml`, formats: ['yaml'], summary },
  { name: `${name}Yml`, path: `${path}.yml`, formats: ['yaml'], summary },
]
