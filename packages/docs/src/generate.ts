/** The Markdown of the generated pages, by route. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  return new Map()
}
