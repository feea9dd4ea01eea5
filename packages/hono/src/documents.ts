import type { Signalbox } from '@signalbox/core'
import type { DocumentInfo, Format, Subject, WorkflowDescriptor } from '@signalbox/core/reference'
import { openApi, pluginCatalog, workflowDescriptor, workflowMarkdown } from '@signalbox/core/reference'
import packageJson from '../package.json' with { type: 'json' }

/** A description, written down. */
export interface Written {
  readonly text: string
  /** The same for the same text. */
  readonly etag: string
}

/** The forms that are the same each time: all but pages. */
export type DataFormat = Exclude<Format, 'html'>

/** What an OpenAPI document says of the service, beside where it is. */
export type ServiceInfo = Partial<Omit<DocumentInfo, 'serverUrl'>>

/** What is described: its slices, and the plugins that its flows may name. */
export type DescribedBox = Pick<Signalbox, 'slices'> & Partial<Pick<Signalbox, 'plugins'>>

/** The descriptions of a service that is mounted below `base`, and of its plugins; each is made once, when it is first asked for. */
export function createDocuments({ slices, plugins }: DescribedBox, info: ServiceInfo = {}) {
  const data = {
    openapi: (base) => openApi(slices, { version: packageJson.version, ...info, serverUrl: base || '/' }),
    plugins: () => pluginCatalog(plugins),
    workflows: workflowDescriptor,
  } satisfies Record<Subject, (base: string) => unknown>

  let place: string | undefined
  let written = new Map<string, Promise<Written>>()

  return (of: Subject, format: DataFormat, base: string): Promise<Written> => {
    if (base !== place) written = new Map()
    place = base
    const name = `${of} ${format}`
    const found = written.get(name) ?? write(data[of](base), format)
    written.set(name, found)
    return found
  }
}

async function write(data: unknown, format: DataFormat): Promise<Written> {
  const text = await writers[format](data)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return { text, etag: `"${btoa(String.fromCharCode(...new Uint8Array(hash).subarray(0, 18)))}"` }
}

/** YAML is loaded when someone asks for it. */
const writers: Record<DataFormat, (data: unknown) => string | Promise<string>> = {
  json: (data) => JSON.stringify(data),
  yaml: async (data) => (await import('yaml')).stringify(data, { aliasDuplicateObjects: false, lineWidth: 0 }),
  md: (data) => workflowMarkdown(data as WorkflowDescriptor),
}
