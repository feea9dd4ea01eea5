/** Paths in the order in which readers look for them: lists and records, actions on one record, then on many. */
const order: readonly RegExp[] = [
  /^\/api\/[\w-]+$/, // list, create
  /^\/api\/[\w-]+\/{\w+}$/, // get, replace, patch, delete
  /^\/api\/[\w-]+\/{\w+}\/[^_]+$/, // for example check
  /^\/api\/[\w-]+\/{\w+}\//,
  /^(?!\/api\/counts\/)(?!.*\.ndjson$)/,
  /\.ndjson$/,
  /^/,
]

/** Compares two paths of a document: by purpose, then alphabetically. */
export function comparePaths(one: string, other: string): number {
  const rank = (path: string): number => order.findIndex((kind) => kind.test(path))
  return rank(one) - rank(other) || (one < other ? -1 : 1)
}
