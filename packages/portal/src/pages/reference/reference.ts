import { segmentOf } from '../slug.ts'
import {
  type Document,
  type Follow,
  followIn,
  listOf,
  memberOf,
  type Operation,
  objectOf,
  readOperations,
  textOf,
} from './read-operations.ts'

/** The operations of a tag, or a part of them if they are very many. */
export interface ReferencePage {
  /** Below the API: `reference`, the tag, and the number of the part from 2 on. */
  readonly path: readonly string[]
  readonly title: string
  readonly description: string
  readonly operations: readonly Operation[]
  /** Operations with this tag that stand on the page of another one. */
  readonly others: readonly Operation[]
  /** Which part of the tag it is, from 1 on, and how many there are. */
  readonly part: number
  readonly parts: number
}

/** The reference of an API: its document in pages. */
export interface Reference {
  readonly document: Document
  readonly follow: Follow
  readonly pages: readonly ReferencePage[]
  /** The page of each operation. */
  readonly pageOf: ReadonlyMap<Operation, ReferencePage>
  /** The names of webhooks. */
  readonly webhooks: readonly string[]
}

/** The most operations of a page. */
const MOST = 25

/** The name of a page for operations without a tag. */
const UNTAGGED = 'Operations'

const known = new WeakMap<Document, Reference>()

/** The reference of a document; made once. */
export function referenceOf(document: Document): Reference {
  const found = known.get(document) ?? made(document)
  known.set(document, found)
  return found
}

function made(document: Document): Reference {
  const follow = followIn(document)
  const operations = readOperations(document, follow)
  const first = Map.groupBy(operations, ({ tags: [tag = UNTAGGED] }) => tag)
  const others = new Map<string, Operation[]>()
  for (const operation of operations)
    for (const tag of new Set(operation.tags.slice(1)))
      if (tag !== operation.tags[0]) others.set(tag, [...(others.get(tag) ?? []), operation])
  const described = new Map(
    listOf(document.tags).map((tag) => [memberOf(tag, 'name'), textOf(memberOf(tag, 'description'))]),
  )
  const names = [...new Set([...described.keys(), ...first.keys(), ...others.keys()])].filter(
    (name) => typeof name === 'string' && (first.has(name) || others.has(name)),
  ) as string[]
  const taken = new Set<string>()
  const pages = names.flatMap((title) => {
    const path = ['reference', segmentOf(title, taken)]
    const own = first.get(title) ?? []
    const parts = Math.max(1, Math.ceil(own.length / MOST))
    return Array.from(
      { length: parts },
      (_, i): ReferencePage => ({
        ...{ title, parts, part: i + 1, path: i === 0 ? path : [...path, `${i + 1}`] },
        description: i === 0 ? (described.get(title) ?? '') : '',
        operations: own.slice(i * MOST, (i + 1) * MOST),
        others: i === 0 ? (others.get(title) ?? []) : [],
      }),
    )
  })
  return {
    ...{ document, follow, pages },
    pageOf: new Map(pages.flatMap((page) => page.operations.map((one) => [one, page] as const))),
    webhooks: Object.keys(objectOf(document.webhooks)),
  }
}
