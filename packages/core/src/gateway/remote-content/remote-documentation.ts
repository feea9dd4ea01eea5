import type { Reads } from '../../ports.ts'
import { typeOfArrived } from './media-types.ts'
import { allRemote, loadContent, loadRemote, type RemoteIndex } from './remote-index.ts'
import { type Documentation, type DocumentResource, mapResources, plainType } from './remote-places.ts'
import { documentationIn } from './settle.ts'
import { withSource } from './with-source.ts'

/** The remote content of the documentation of one API. */
export interface RemoteDocumentation {
  /** Changes with the contents. */
  readonly digest: string
  /**
   * The documentation of the API with the document of its source under it, and with the contents that are stored in place of
   * their addresses. Addresses stay where nothing ever arrived.
   */
  complete(documentation: Documentation): Promise<Documentation>
}

/** The remote content of all APIs that have some, by id. */
export async function allDocumentation(store: Reads): Promise<ReadonlyMap<string, RemoteDocumentation>> {
  const found = new Map<string, RemoteDocumentation>()
  for await (const [id, index] of allRemote(store)) found.set(id, documentationOf(store, id, index))
  return found
}

/** The remote content of an API; `undefined` if it has none. */
export async function findDocumentation(store: Reads, id: string): Promise<RemoteDocumentation | undefined> {
  const index = await loadRemote(store, id)
  return index && documentationOf(store, id, index)
}

function documentationOf(store: Reads, id: string, { source, entries }: RemoteIndex): RemoteDocumentation {
  return {
    digest: [source, ...entries].map((entry) => entry?.sha256 ?? '-').join(' '),
    async complete(documentation) {
      const isCurrent = source?.sha256 !== undefined && source.url === documentation.source?.url
      const remote = isCurrent ? documentationIn(await loadContent(store, id, source.sha256 as string)) : undefined
      const whole = withSource(documentation, remote)
      const contents = new Map<string, Partial<DocumentResource>>()
      for (const { url, sha256, type } of entries) {
        const content = sha256 === undefined ? undefined : await loadContent(store, id, sha256)
        if (!content || 'documentation' in content) continue
        contents.set(url, {
          ...('text' in content ? { text_content: content.text } : { base64_content: content.base64 }),
          ...(type !== undefined && { content_type: type }),
        })
      }
      return mapResources(whole, (resource) => inPlace(resource, contents.get(resource.url ?? '')))
    },
  }
}

/** A resource with the content that arrived, in place of its address and of any other content. */
function inPlace(resource: DocumentResource, arrived: Partial<DocumentResource> | undefined): DocumentResource {
  if (!arrived) return resource
  const { url: _url, text_content: _text, json_content: _json, base64_content: _base64, ...own } = resource
  const { content_type: given, ...content } = arrived
  return { ...own, ...content, content_type: typeOfArrived(plainType(own.content_type ?? 'text/markdown'), given) }
}
