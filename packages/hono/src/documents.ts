import type { Signalbox } from '@signalbox/core'
import type { DocumentInfo, Format, Subject, Writing } from '@signalbox/core/documents'
import packageJson from '../package.json' with { type: 'json' }
import { digest } from './access-key.ts'
import { toYaml } from './yaml.ts'

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

/** A subject of a service, described. `base` is what the host mounted the service below. */
export interface Documents {
  /** As data, written down: once for a base, when it is first asked for. */
  written(format: DataFormat, base: string): Promise<Written>
  /** As a page, for a nonce; `undefined`: the page is the host's. */
  page(base: string): Promise<((nonce: string) => string) | undefined>
}

/** Makes the documents of a subject. What writes them is loaded with the first request for one. */
export function createDocuments(
  { open }: Subject,
  { slices, plugins }: DescribedBox,
  info: ServiceInfo = {},
): Documents {
  const service = (base: string) => ({
    slices,
    plugins,
    info: { version: packageJson.version, ...info, serverUrl: base || '/' },
  })
  let place: string | undefined
  let known = new Map<DataFormat, Promise<Written>>()

  async function write(format: DataFormat, base: string): Promise<Written> {
    const writing = await open()
    const text = writers[format](writing.data(service(base)), writing)
    return { text, etag: `"${btoa((await digest(text)).slice(0, 18))}"` }
  }

  return {
    written(format, base) {
      if (base !== place) known = new Map()
      place = base
      const found = known.get(format) ?? write(format, base)
      const here = known.set(format, found)
      found.catch(() => here.delete(format)) // code that could not be loaded is asked for again
      return found
    },
    async page(base) {
      const writing = await open()
      return writing.page && ((nonce) => writing.page?.(writing.data(service(base)), nonce) ?? '')
    },
  }
}

const writers: Record<DataFormat, (data: unknown, writing: Writing<unknown, unknown>) => string> = {
  json: (data) => JSON.stringify(data),
  yaml: toYaml,
  md: (data, { markdown }) => markdown?.(data) ?? '',
}
