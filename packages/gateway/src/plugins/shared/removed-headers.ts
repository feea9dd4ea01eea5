/** The configuration of the plugins that remove headers. */
export interface RemovedHeaders {
  readonly header_names: readonly string[]
}

/** Headers that frame a message or name its host; they stay. */
const kept: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'host'])

/** The names of the headers that can be removed, in lower case. */
export const removable = ({ header_names }: RemovedHeaders): readonly string[] =>
  header_names.map((name) => name.toLowerCase()).filter((name) => !kept.has(name))
