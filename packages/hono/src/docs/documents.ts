import type { Signalbox } from '@signalbox/core'
import type { DocumentInfo, Format, Subject, Writing } from '@signalbox/core/documents'
import packageJson from '../../package.json' with { type: 'json' }
import { digest } from './access-key.ts'
import { toYaml } from './yaml.ts'

/** A serialized description. */
export interface Written {
  readonly text: string
  /** Equal for equal texts. */
  readonly etag: string
}

/** The formats that are the same in every response: all but HTML pages. */
export type DataFormat = Exclude<Format, 'html'>

/** What an OpenAPI document says about the service, apart from its address. */
export type ServiceInfo = Partial<Omit<DocumentInfo, 'serverUrl'>>

/** What is described: the slices of a box, and the plugins that flows may use. */
export type DescribedBox = Pick<Signalbox, 'slices'> & Partial<Pick<Signalbox, 'plugins'>>

/** The documents of one subject of a service. `base` is the path at which the host mounted the service. */
export interface Documents {
  /** The document as data. Serialized on the first request, and cached for one base. */
  written(format: DataFormat, base: string): Promise<Written>
  /** The document as a page, given a nonce; `undefined` if the host renders the page. */
  page(base: string): Promise<((nonce: string) => string) | undefined>
}

/** Creates the documents of a subject. The code that writes them is loaded with the first request. */
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
      found.catch(() => here.delete(format)) // retry if the code could not be loaded
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
