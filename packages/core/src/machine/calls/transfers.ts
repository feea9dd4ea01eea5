import { type Contract, isStream, type Operation, type Restored } from '../../operation.ts'
import { type Listed, operations } from './map-operations.ts'

/** A kind of nd-json lines that can be downloaded here and uploaded elsewhere. */
export interface Transfer extends Restored {
  /** Its name as in the path: `apis` for `/api/apis.ndjson`, `apis/drafts` for `/api/apis/drafts.ndjson`. */
  readonly kind: string
  readonly export: Listed
  readonly import: Listed
}

/**
 * Every kind that moves by nd-json, with a download and an upload under one path, in an order in which uploads find the
 * records they refer to. Throws an `Error` for a download without an upload and vice versa, and for kinds that wait for
 * each other.
 *
 * @example
 * for (const { kind } of transfers(contract)) await copy(`/api/${kind}.ndjson`)
 */
export function transfers(contract: Contract): readonly Transfer[] {
  const all = operations(contract)
  const downloads = new Map(
    all.filter(({ operation }) => isDownload(operation)).map((one) => [one.operation.path, one]),
  )
  const uploads = all.filter(({ operation }) => isUpload(operation))
  const kinds = uploads.map((upload): Transfer => {
    const { path, restored } = upload.operation
    const download = downloads.get(path)
    downloads.delete(path)
    if (!download) throw new Error(`The upload ${path} has no download with the same path`)
    return { kind: path.slice('/api/'.length, -'.ndjson'.length), export: download, import: upload, ...restored }
  })
  for (const path of downloads.keys()) throw new Error(`The download ${path} has no upload with the same path`)
  return inOrder(kinds)
}

const isNdjson = (path: string): boolean => path.startsWith('/api/') && path.endsWith('.ndjson')
const isDownload = ({ method, path, response, isReport }: Operation): boolean =>
  method === 'GET' && isNdjson(path) && isStream(response) && !isReport
const isUpload = ({ method, path, body }: Operation): boolean => method === 'POST' && isNdjson(path) && isStream(body)

/** Sorts each kind after those it waits for; otherwise keeps the order of the contract. */
function inOrder(kinds: readonly Transfer[]): readonly Transfer[] {
  const ordered: Transfer[] = []
  let left = kinds
  while (left.length > 0) {
    const next = left.find((one) => !waitsFor(one).some((kind) => left.some((other) => other.kind === kind)))
    if (!next) throw new Error(`These kinds wait for one another: ${left.map(({ kind }) => kind).join(', ')}`)
    ordered.push(next)
    left = left.filter((one) => one !== next)
  }
  return ordered
}

const waitsFor = ({ after = [], partOf }: Transfer): readonly string[] => (partOf ? [...after, partOf.kind] : after)
