/** An OpenAPI document that the user chose, dropped or pasted. */
export interface OpenApiDocument {
  /** The name of its file; absent if it was pasted. */
  readonly name?: string
  readonly text: string
}

const MIB = 1024 * 1024

/** The largest documents that the service takes, in bytes. JSON takes less time to read. */
export const documentLimits = { json: 16 * MIB, yaml: 4 * MIB } as const

/** Whether a text that begins like this is JSON; everything else is read as YAML. */
export const isJson = (beginning: string): boolean => /^\uFEFF?\s*[{[]/.test(beginning)

/** Why a document of so many bytes is too large to be sent; `undefined` if it is not. */
export function sizeProblem(bytes: number, beginning: string): string | undefined {
  const kind = isJson(beginning) ? 'json' : 'yaml'
  if (bytes <= documentLimits[kind]) return undefined
  const has = `The document has ${(bytes / MIB).toFixed(1)} MiB`
  return kind === 'json'
    ? `${has}, but the limit is 16 MiB. Leave out examples and descriptions, or split it.`
    : `${has}, but the limit for YAML is 4 MiB. Convert it to JSON, whose limit is 16 MiB, or split it.`
}

/** Reads a file, unless it is too large. */
export async function readDocument(file: File): Promise<OpenApiDocument | { readonly problem: string }> {
  const problem = sizeProblem(file.size, await file.slice(0, 1024).text())
  return problem === undefined ? { name: file.name, text: await file.text() } : { problem }
}

/** The document as the body of a call. */
export const bodyOf = ({ text }: OpenApiDocument) => ({
  mediaType: isJson(text) ? 'application/json' : 'application/yaml',
  bytes: new TextEncoder().encode(text.replace(/^\uFEFF/, '')),
})

const inInfo = /\binfo["']?\s*:[\s\S]{0,2000}?\btitle["']?\s*:\s*["']?([^"'\n,}]+)/

/** The title that a document seems to have; the name of its file if none is found. */
export function titleIn({ text, name = '' }: OpenApiDocument): string {
  const [, title] = inInfo.exec(text.slice(0, 20_000)) ?? []
  return (title ?? name.replace(/(\.openapi|\.swagger)?\.(ya?ml|json)$/i, '')).trim()
}

/** A line of a document that a sentence names, such as `The text is not valid YAML in line 2: …`. */
export function namedLine(
  { text }: OpenApiDocument,
  sentence: string,
): { readonly line: number; readonly text: string } | undefined {
  const line = Number(/\bline (\d+)/.exec(sentence)?.[1] ?? 0)
  const found = line > 0 ? text.split('\n', line)[line - 1] : undefined
  return found === undefined ? undefined : { line, text: found.trim().slice(0, 200) }
}
