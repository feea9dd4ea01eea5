/** Returns whether a media type is one of a list; `text/*` stands for all types that begin like this. */
export function compileMediaTypes(types: readonly string[]): (type: string) => boolean {
  const lower = types.map((type) => type.trim().toLowerCase())
  const exact = new Set(lower)
  const isAll = exact.has('*') || exact.has('*/*')
  const prefixes = lower.flatMap((type) => (type.endsWith('/*') ? [type.slice(0, -1)] : []))
  // A suffix of RFC 6839, such as `*+json`.
  const suffixes = lower.flatMap((type) => (/^(\*\/)?\*\+/.test(type) ? [type.slice(type.indexOf('+'))] : []))
  return (type) =>
    type !== '' &&
    (isAll ||
      exact.has(type) ||
      prefixes.some((prefix) => type.startsWith(prefix)) ||
      suffixes.some((suffix) => type.endsWith(suffix)))
}
