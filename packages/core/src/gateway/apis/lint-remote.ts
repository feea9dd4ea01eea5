import { MOST_ADDRESSES } from '../remote-content/limits.ts'
import type { RemoteEntry, RemoteIndex } from '../remote-content/remote-index.ts'
import { type RemotePlace, remotePlaces } from '../remote-content/remote-places.ts'
import type { ApiDefinition } from './api.ts'

type Found = readonly (readonly [pointer: string, message: string])[]

/** Reports content of the documentation that could not be fetched, and addresses that are too many. */
export function failedFetches({
  api: { documentation = {} },
  remote,
}: {
  readonly api: ApiDefinition
  readonly remote?: RemoteIndex | undefined
}): Found {
  const { source } = documentation
  const places = remotePlaces(documentation)
  const failed = new Map(remote?.entries.flatMap((entry) => (entry.problem === undefined ? [] : [[entry.url, entry]])))
  const own = places.flatMap(({ pointer, url }): Found => {
    const entry = failed.get(url)
    return entry ? [[`/documentation${pointer}`, sentence('The content of this page', entry)]] : []
  })
  const named = new Set(places.map(({ url }) => url))
  const isSource = source?.url !== undefined && remote?.source?.url === source.url
  const ofSource = isSource && remote.source?.problem !== undefined ? [remote.source] : []
  const below = isSource ? [...failed.values()].filter(({ url }) => !named.has(url)) : []
  const most = MOST_ADDRESSES - (source?.url ? 1 : 0)
  const first = uniqueAt(places, most)
  return [
    ...ofSource.map((entry) => ['/documentation/source/url', sentence('The source', entry)] as const),
    ...below.map(
      (entry) => ['/documentation/source', sentence(`${entry.url}, which the source names,`, entry)] as const,
    ),
    ...own,
    ...(first
      ? [
          [
            `/documentation${first.pointer}`,
            `Only ${MOST_ADDRESSES} addresses of an API are fetched, not this one and those after it`,
          ] as const,
        ]
      : []),
  ]
}

const sentence = (what: string, { problem = '', sha256 }: RemoteEntry): string =>
  `${what} was not fetched: ${problem}. ${sha256 === undefined ? 'Readers see nothing of it' : 'Readers see what was fetched before'}`

/** The place of the address with this number, of addresses that are there more than once their first places. */
function uniqueAt(places: readonly RemotePlace[], number: number): RemotePlace | undefined {
  const seen = new Set<string>()
  return places.find(({ url }) => {
    const isNew = !seen.has(url)
    seen.add(url)
    return isNew && seen.size > number
  })
}
