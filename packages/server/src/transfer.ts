import { createInterface } from 'node:readline'
import type { Signalbox } from '@signalbox/core'
import { openToRead } from './files.ts'
import type { Progress } from './progress.ts'

type Lines = AsyncIterable<unknown>
type Importer = (
  body: Lines,
) => Promise<{ success: number; errors: { errors: readonly { args: readonly string[] }[] } }>

/** Everything that is kept, kind by kind: what belongs to a record comes behind it. */
const kinds = (box: Signalbox): Readonly<Record<string, { export(): Promise<Lines>; import: Importer }>> => ({
  scripts: {
    export: () => box.scripts.export(),
    import: (body) => box.scripts.import({ body: body as never, strategy: 'Replace' }),
  },
  features: {
    export: () => box.features.export(),
    import: (body) => box.features.import({ body: body as never, strategy: 'Replace' }),
  },
  configs: {
    export: () => box.configs.export(),
    import: (body) => box.configs.import({ body: body as never, strategy: 'Replace' }),
  },
  experiments: {
    export: () => box.experiments.export(),
    import: (body) => box.experiments.import({ body: body as never, strategy: 'Replace' }),
  },
  bindings: {
    export: () => box.experiments.exportBindings(),
    import: (body) => box.experiments.importBindings({ body: body as never }),
  },
  events: {
    export: () => box.experiments.exportEvents(),
    import: (body) => box.experiments.importEvents({ body: body as never }),
  },
  'error-templates': {
    export: () => box.errorTemplates.export(),
    import: (body) => box.errorTemplates.import({ body: body as never, strategy: 'Replace' }),
  },
  backends: {
    export: () => box.backends.export(),
    import: (body) => box.backends.import({ body: body as never, strategy: 'Replace' }),
  },
  apis: {
    export: () => box.apis.export(),
    import: (body) => box.apis.import({ body: body as never, strategy: 'Replace' }),
  },
  deployments: {
    export: () => box.apis.deployments.export(),
    import: (body) => box.apis.deployments.import({ body: body as never, strategy: 'Replace' }),
  },
  drafts: {
    export: () => box.apis.draft.export(),
    import: (body) => box.apis.draft.import({ body: body as never, strategy: 'Replace' }),
  },
  documents: {
    export: () => box.apis.documents.export(),
    import: (body) => box.apis.documents.import({ body: body as never, strategy: 'Replace' }),
  },
  workflows: {
    export: () => box.workflows.export(),
    import: (body) => box.workflows.import({ body: body as never, strategy: 'Replace' }),
  },
  'workflow-values': {
    export: () => box.workflows.store.export(),
    import: (body) => box.workflows.store.import({ body: body as never, strategy: 'Replace' }),
  },
  users: {
    export: () => box.users.export(),
    import: (body) => box.users.import({ body: body as never, strategy: 'Replace' }),
  },
  webhooks: {
    export: () => box.webhooks.export(),
    import: (body) => box.webhooks.import({ body: body as never, strategy: 'Replace' }),
  },
  apikeys: {
    export: () => box.apiKeys.export(),
    import: (body) => box.apiKeys.import({ body: body as never, strategy: 'Replace' }),
  },
})

/** Every record as a line `{"kind","record"}`, with the hashes of secrets: keep the file as one keeps the store. What web hooks are signed with is not in it. */
export async function* exportLines(box: Signalbox): AsyncGenerator<string> {
  for (const [kind, { export: read }] of Object.entries(kinds(box)))
    for await (const record of await read()) yield `${JSON.stringify({ kind, record })}\n`
}

/** What an import came to. */
export interface Imported {
  readonly accepted: number
  /** A sentence for each line that was not, up to a thousand a kind. */
  readonly refused: readonly string[]
}

/** Reads a file that `exportLines` wrote, in any order of kinds. Throws for one that cannot be read, with what to name instead. */
export async function importFile(box: Signalbox, path: string, progress: Progress): Promise<Imported> {
  const { stream, size } = await openToRead(path, 'name a file that signalbox export wrote')
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const importers = kinds(box)
  const refused: string[] = []
  let accepted = 0
  let number = 0
  let ahead: { kind: string; record: unknown } | undefined

  /** The next line that can be read; each that cannot is refused. */
  async function read(): Promise<typeof ahead> {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return undefined
      number++
      progress.show(stream.bytesRead, size)
      if (value.trim() === '') continue
      const line = parse(value)
      if (line && Object.hasOwn(importers, line.kind)) return line
      refused.push(
        `Line ${number} is no {"kind","record"} of a kind that is known: ${Object.keys(importers).join(', ')}`,
      )
    }
  }

  ahead = await read()
  while (ahead) {
    const { kind } = ahead
    const first = number
    const numbers: number[] = []
    const block = async function* () {
      while (ahead?.kind === kind) {
        numbers.push(number)
        yield ahead.record
        ahead = await read()
      }
    }
    const { success, errors } = await importers[kind]!.import(block())
    accepted += success
    for (const { args } of errors.errors)
      refused.push(`Line ${numbers[Number(args[0]) - 1] ?? first}: ${args[1] ?? 'interrupted'}`)
  }
  progress.end()
  return { accepted, refused }
}

function parse(text: string): { kind: string; record: unknown } | undefined {
  try {
    const line = JSON.parse(text) as { kind?: unknown; record?: unknown }
    return typeof line?.kind === 'string' && 'record' in line ? { kind: line.kind, record: line.record } : undefined
  } catch {
    return undefined
  }
}
