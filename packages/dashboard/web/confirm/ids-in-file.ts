import { readLines } from '../tree/read-lines.ts'

/** The ids of the records in an nd-json file, as far as a predicate wants them. Lines that are not JSON are left out. */
export async function idsInFile(file: Blob, isWanted: (id: string) => boolean): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const records of readLines(file.stream(), parsed))
    for (const record of records) {
      const id = idOf(record)
      if (id !== undefined && isWanted(id)) found.add(id)
    }
  return found
}

/** The member that identifies a record: credentials and webhooks belong to clients. */
function idOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const { id, clientId } = record as { readonly id?: unknown; readonly clientId?: unknown }
  return [id, clientId].find((value) => typeof value === 'string')
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
