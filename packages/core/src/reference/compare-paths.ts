/** What readers look for first comes first: lists and records, then what is done with one, then with many. */
const order: readonly RegExp[] = [
  /^\/api\/[\w-]+$/, // list, create
  /^\/api\/[\w-]+\/{\w+}$/, // get, replace, patch, delete
  /^\/api\/[\w-]+\/{\w+}\/[^_]+$/, // such as check
  /^\/api\/[\w-]+\/{\w+}\//,
  /^(?!\/api\/counts\/)(?!.*\.ndjson$)/,
  /\.ndjson$/,
  /^/,
]

/** Orders the paths of a document by what they are for, then by the alphabet. */
export function comparePaths(one: string, other: string): number {
  const rank = (path: string): number => order.findIndex((kind) => kind.test(path))
  return rank(one) - rank(other) || (one < other ? -1 : 1)
}
