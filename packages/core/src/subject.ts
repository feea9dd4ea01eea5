import type { TSchema } from './schema.ts'

/** The forms a description has, and the media types that ask for each; the first is what it is answered as. */
export const formats = {
  json: ['application/json'],
  yaml: ['application/yaml', 'text/yaml', 'application/x-yaml', 'text/x-yaml'],
  md: ['text/markdown'],
  html: ['text/html'],
} as const
/** A form of a description. */
export type Format = keyof typeof formats

/** A path under which a service describes something: GET, open to all unless the service has a key for its descriptions. */
export interface Description {
  /** The end of the name that it has in the OpenAPI document. */
  readonly name: string
  readonly path: string
  /** More than one: what the client wants most. */
  readonly formats: readonly Format[]
  readonly summary: string
  /** Answers 404 unless the host brings what it needs. @default false */
  readonly mayBeMissing?: boolean
}

/** How a subject is written down, from what the service is at that time. */
export interface Writing<Service, Data> {
  /** As data, for JSON and YAML; the same each time. */
  data(service: Service): Data
  /** As Markdown. Needed by descriptions of the format `md`. */
  markdown?(data: Data): string
  /** As a page whose scripts and styles carry a nonce. @default the page is the host's */
  page?(data: Data, nonce: string): string
}

/** Something that a service describes beside its operations, such as the plugins that it knows. */
export interface Subject<
  // biome-ignore lint/suspicious/noExplicitAny: each subject says by itself what it reads of a service
  Service = any,
  // biome-ignore lint/suspicious/noExplicitAny: and what its data are
  Data = any,
> {
  /** Where it is described. */
  readonly descriptions: readonly Description[]
  /** What its data are like. */
  readonly schema: TSchema
  /** Loads the code that writes it, with the first request. */
  readonly open: () => Promise<Writing<Service, Data>>
}

/** The descriptions of a subject as data: `<path>.json`, `<path>.yaml` and `<path>.yml`. */
export const asData = (name: string, path: string, summary: string): readonly Description[] => [
  { name: `${name}Json`, path: `${path}.json`, formats: ['json'], summary },
  { name: `${name}Yaml`, path: `${path}.yaml`, formats: ['yaml'], summary },
  { name: `${name}Yml`, path: `${path}.yml`, formats: ['yaml'], summary },
]
