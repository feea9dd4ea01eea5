/** A part of the objects of a bucket. */
export interface Listing {
  readonly entries: readonly ListedObject[]
  /** Whether more objects follow. */
  readonly isTruncated: boolean
}

/** An object in a listing. */
export interface ListedObject {
  /** Below the prefix of the bucket. */
  readonly key: string
  /** When it was written, in epoch milliseconds. */
  readonly at: number
}

/** Reads the answer of ListObjectsV2. Keys lose the prefix. */
export function readListing(xml: string, prefix: string): Listing {
  const entries = Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, contents = '']) => ({
    key: member(contents, 'Key').slice(prefix.length),
    at: Date.parse(member(contents, 'LastModified')),
  }))
  return { entries, isTruncated: member(xml, 'IsTruncated') === 'true' }
}

function member(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replace(/&(lt|gt|quot|apos|amp|#x?[0-9a-fA-F]+);/g, (_, entity: string) => {
    if (!entity.startsWith('#')) return entities[entity] ?? ''
    const isHex = entity[1] === 'x'
    return String.fromCodePoint(Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10))
  })
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
