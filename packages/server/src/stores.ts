import type { Store } from '@signalbox/core'
import { memoryStore } from '@signalbox/core'

/** A kind of store: what its URL looks like, and how it is opened. */
interface StoreKind {
  readonly url: string
  readonly fits: (url: string) => boolean
  readonly open: (url: string) => Store | Promise<Store>
}

/** Stores by the scheme of their URL. */
const kinds: Readonly<Record<string, StoreKind>> = {
  memory: { url: 'memory:', fits: (url) => url === 'memory:', open: () => memoryStore() },
}

/** The URLs that there are, for a sentence. */
export const storeUrls = Object.values(kinds)
  .map(({ url }) => url)
  .join(' or ')

/** Whether a text is the URL of a store that can be opened. */
export const isStoreUrl = (url: string): boolean => kindOf(url)?.fits(url) ?? false

/** Opens the store of a URL. Throws a `RangeError` for one that no kind of store has. */
export async function openStore(url: string): Promise<Store> {
  const kind = kindOf(url)
  if (!kind?.fits(url)) throw new RangeError(`A store must be ${storeUrls}`)
  return kind.open(url)
}

function kindOf(url: string): StoreKind | undefined {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')))
  return Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined
}
