import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Signalbox, Store } from '@signalbox/core'
import { createSignalbox, SignalboxError } from '@signalbox/core'
import { askPassword } from './ask-password.ts'
import type { AuditOptions } from './audit.ts'
import { writeAudit } from './audit.ts'
import { openToWrite } from './files.ts'
import { randomPassword } from './first-start.ts'
import type { PlanEnd } from './folder/run-plan.ts'
import type { Instance } from './folder/sides.ts'
import { isUrl, serverInstance, sourceInstance, storeInstance } from './folder/sides.ts'
import { importOpenApiFile } from './import-file.ts'
import type { McpOptions } from './mcp/mcp-options.ts'
import { importOtoroshiFile } from './otoroshi/import.ts'
import { progressBar } from './progress.ts'
import { openApiReader } from './read-openapi.ts'
import { cannotBeRead, serverAt } from './remote-server.ts'
import { findUser, nobodySentence, setPassword } from './set-password.ts'
import type { Settings } from './settings.ts'
import { isBucket } from './snapshots/is-bucket.ts'
import { nameOfStore, nameStore, openStore } from './stores.ts'
import { exportLines, restoreFile, restoreLines } from './transfer.ts'
import { importFlagsFile } from './vendors/import-file.ts'
import type { VendorName } from './vendors/vendors.ts'
import { vendors } from './vendors/vendors.ts'
import { withReason } from './with-reason.ts'
import type { TypesOptions } from './write-types.ts'
import { writeTypes } from './write-types.ts'

/** The arguments and options after the name of a command. */
export interface Words extends TypesOptions, AuditOptions, McpOptions {
  readonly file?: string | undefined
  /** The folder of a data plane. */
  readonly state?: string | undefined
  /** Whether an import leaves existing records unchanged. */
  readonly keep?: boolean | undefined
  /** Why records are changed, for the events. */
  readonly reason?: string | undefined
  /** Whether to generate a password. */
  readonly generate?: boolean | undefined
  /** What an import from another product leaves out, separated by commas. */
  readonly drop?: string | undefined
  /** Whether to only report what an import from another product would do. */
  readonly 'dry-run'?: boolean | undefined
  /** The environment whose flags an import from another product reads. */
  readonly environment?: string | undefined
  /** The project whose flags an import from another product reads. */
  readonly project?: string | undefined
  /** The URL of the server to change, or whose operations become tools. */
  readonly to?: string | undefined
  /** Whether records that a folder claims and does not have are deleted. */
  readonly prune?: boolean | undefined
  /** The folder that an export writes. */
  readonly dir?: string | undefined
  /** The kinds of records, separated by commas. */
  readonly kinds?: string | undefined
  /** Whether secrets are written to the files of a folder. */
  readonly secrets?: boolean | undefined
}

/** A subcommand of `signalbox`. */
interface Command {
  readonly usage: string
  readonly about: string
  /** The options that it takes. @default none */
  readonly options?: readonly Exclude<keyof Words, 'file'>[]
  /** Resolves with whether everything succeeded, or that a check found differences. */
  readonly run: (words: Words, settings: Settings) => Promise<boolean | 'differs'>
}

interface OnStore extends Omit<Words, 'file'> {
  readonly settings: Settings
  readonly store: Store
}

/** Creates a command that works on the configured store. Its changes have the reason `--reason`, else `reason`. */
const onStore =
  (
    run: (box: Signalbox, file: string | undefined, words: OnStore) => ReturnType<Command['run']>,
    reason = 'signalbox',
  ): Command['run'] =>
  async ({ file, ...words }, settings) => {
    const { store: url, storeTimeout: timeout, timeZone, bucketing, assignment, bodyLimit, apiBodyLimit } = settings
    try {
      const store = await openStore(url, { timeout })
      const readOpenApi = openApiReader()
      const limits = { bodyLimit, apiBodyLimit }
      const box = createSignalbox({
        store,
        timeZone,
        bucketing,
        assignment,
        ...limits,
        readOpenApi,
        loadOnWrite: false,
      })
      try {
        return await run(withReason(box, words.reason ?? reason), file, { ...words, settings, store })
      } finally {
        await box.close()
      }
    } catch (error) {
      throw nameStore(url, error)
    }
  }

/** The subcommands by name. None of them starts the server. */
export const commands: Readonly<Record<string, Command>> = {
  export: {
    usage: 'export [FILE] | export --dir DIR [--from URL] [--kinds KINDS] [--pattern PATTERN] [--secrets]',
    about:
      'write all records, secrets included, to a file or to standard output, as nd-json; or with --dir write records of the store, or of the server at URL, to a YAML file each, secrets masked',
    options: ['dir', 'from', 'kinds', 'pattern', 'secrets'],
    run: (words, settings) => {
      const { dir, file, from, kinds, pattern, secrets } = words
      if (dir !== undefined) return (from === undefined ? exportStore : exportServer)(words, settings)
      if ([from, kinds, pattern, secrets].every((word) => word === undefined)) return exportAll({ file }, settings)
      throw new Error('--from, --kinds, --pattern and --secrets need --dir DIR')
    },
  },
  import: {
    usage:
      'import [--keep] [--from PRODUCT [--dry-run] [--environment NAME] [--project NAME] [--drop NAMES]] [--reason TEXT] FILE|s3://BUCKET/PREFIX',
    about: `create or replace the records of the newest snapshot in a bucket, or of a file exported by Signalbox or by PRODUCT, one of ${Object.keys({ ...vendors, otoroshi: 0 }).join(', ')}; with --keep, leave existing records and everything that belongs to them unchanged; the events have the reason TEXT`,
    options: ['keep', 'from', 'dry-run', 'drop', 'environment', 'project', 'reason'],
    run: onStore(async (box, file, words) => {
      if (file === undefined) throw new Error('import requires a file: signalbox import FILE')
      if (isFromElsewhere(words)) return importFrom(box, file, words)
      const options = { keep: words.keep ?? false, progress: progressBar(process.stderr) }
      const restored = isBucket(file)
        ? await restoreLines(
            box,
            { lines: (await import('./snapshots/read-snapshots.ts')).linesOfSnapshot(file, words.settings) },
            options,
          )
        : await restoreFile(box, file, options)
      const { created, replaced, kept, refused, reasons } = restored
      for (const reason of reasons) console.error(reason)
      if (refused > reasons.length) console.error(`and ${refused - reasons.length} more lines`)
      console.log(`created ${created}, replaced ${replaced}, kept ${kept}, refused ${refused}`)
      return refused === 0
    }, 'signalbox import'),
  },
  snapshot: {
    usage: 'snapshot [--to s3://BUCKET/PREFIX]',
    about:
      'write a snapshot of all records to a bucket of S3, by default that of SIGNALBOX_SNAPSHOT_TO, for signalbox import and signalbox gateway; SIGNALBOX_SNAPSHOT_KEY encrypts its secrets',
    options: ['to'],
    run: onStore(async (box, file, { to, settings, store }) => {
      const url = to ?? settings.snapshotTo
      if (file !== undefined) throw new Error(`snapshot does not take a file: use signalbox snapshot --to ${file}`)
      if (!isBucket(url))
        throw new Error('snapshot requires a bucket: use --to s3://BUCKET/PREFIX, or set SIGNALBOX_SNAPSHOT_TO')
      if (settings.store === 'memory:') throw new Error(recordsInMemory)
      const { writeSnapshotNow } = await import('./snapshots/write-snapshots.ts')
      console.log(await writeSnapshotNow(url, settings, { box, store }))
      return true
    }),
  },
  apply: {
    usage: 'apply [--to URL] [--dry-run | --check] [--prune] [--reason TEXT] DIR',
    about:
      'make the store, or the server at URL, equal to the records in the files of DIR, and print the changes; --dry-run only prints them, --check exits with 3 if there are any, --prune deletes what signalbox.yaml in DIR claims',
    options: ['to', 'dry-run', 'check', 'prune', 'reason'],
    run: (words, settings) => (words.to === undefined ? applyToStore : applyToServer)(words, settings),
  },
  diff: {
    usage: 'diff --from URL|DIR|store --to URL|store [--kinds KINDS] [--check] PATTERN',
    about:
      'print how the records whose ids match PATTERN differ between two instances, or between a folder and an instance; --check exits with 3 if they do',
    options: ['from', 'to', 'kinds', 'check'],
    run: (words, settings) => betweenSides(true)(words, settings),
  },
  promote: {
    usage:
      'promote --from URL|DIR|store --to URL|store [--kinds KINDS] [--dry-run | --check] [--prune] [--reason TEXT] PATTERN',
    about:
      'make the records whose ids match PATTERN at --to equal to those of --from; --dry-run only prints the changes, --prune deletes what --from does not have',
    options: ['from', 'to', 'kinds', 'dry-run', 'check', 'prune', 'reason'],
    run: (words, settings) => betweenSides(false)(words, settings),
  },
  'import-openapi': {
    usage: 'import-openapi [--reason TEXT] FILE',
    about: 'create an API from an OpenAPI document (JSON or YAML), and print its routes and warnings',
    options: ['reason'],
    run: onStore(async (box, file) => {
      if (file === undefined) throw new Error('import-openapi requires a file: signalbox import-openapi FILE')
      for (const line of await importOpenApiFile(box, file)) console.log(line)
      return true
    }, 'signalbox import-openapi'),
  },
  audit: {
    usage:
      'audit [--since WHEN] [--until WHEN] [--author ID] [--domains NAMES] [--pattern PATTERN] [--from URL] [FILE]',
    about:
      'write the retained change events, of the store or of the server at URL, to FILE or standard output, as nd-json; WHEN is a date and time (ISO 8601), or a span such as 7d, 24h or 90m',
    options: ['since', 'until', 'author', 'domains', 'pattern', 'from'],
    run: async (words, settings) => (words.from === undefined ? auditOfStore : auditOfServer)(words, settings),
  },
  gateway: {
    usage: 'gateway [--from URL|s3://BUCKET/PREFIX] [--state FOLDER]',
    about:
      'serve the APIs of the Signalbox at URL in this process, under the key SIGNALBOX_GATEWAY_KEY, or of its snapshots in a bucket, under SIGNALBOX_SNAPSHOT_KEY; FOLDER keeps what it serves',
    options: ['from', 'state'],
    async run({ file, from, state }, settings) {
      if (file !== undefined) throw new Error(`gateway does not take a file: use signalbox gateway --from ${file}`)
      const { runDataPlane } = await import('./data-plane.ts')
      return runDataPlane({
        ...settings,
        ...(from !== undefined && { gatewayFrom: from }),
        ...(state !== undefined && { gatewayState: state }),
      })
    },
  },
  mcp: {
    usage: 'mcp [--to URL] [--write] [--only GROUPS] [--port PORT]',
    about:
      'serve the operations of the API as tools of the Model Context Protocol, to the client at standard input and output or over HTTP on PORT; calls go to the server at URL, under the key SIGNALBOX_CLIENT_ID, else to the store; --write adds the tools that change something; GROUPS are the first words of operations, such as features,experiments',
    options: ['to', 'write', 'only', 'port'],
    async run({ file, ...words }, settings) {
      if (file !== undefined) throw new Error(`mcp does not take a file: use signalbox mcp --to ${file}`)
      return (await import('./mcp/run-mcp.ts')).runMcp(words, settings)
    },
  },
  types: {
    usage: 'types [--from FROM] [--out FILE] [--check]',
    about:
      'write the keys of features, configs and experiments as a TypeScript interface; FROM is the URL of a server, an nd-json file or a store',
    options: ['from', 'out', 'check'],
    async run({ file, ...words }, settings) {
      if (file !== undefined) throw new Error(`types does not take a file: use signalbox types --from ${file}`)
      return writeTypes(words, settings)
    },
  },
  passwd: {
    usage: 'passwd [USER] [--generate] [--reason TEXT]',
    about:
      'reset the password of a user (default: admin) and end all sessions of the user; asks for the password, or generates one',
    options: ['generate', 'reason'],
    run: onStore(async (box, file, { generate = false, settings: { adminUser, store } }) => {
      const user = file ?? adminUser
      if (store === 'memory:') throw new Error(inMemory)
      if (!(await findUser(box, user))) throw new Error(await nobodySentence(box, user))
      const password = generate ? randomPassword() : await askPassword(user, process.stdin, process.stderr)
      await setPassword(box, user, { password, temporary: generate })
      const told = generate ? `is ${password} and must be changed after the first login` : 'has been changed'
      console.log(`The password of ${user} ${told}. All sessions of ${user} have ended.`)
      return true
    }, 'signalbox passwd'),
  },
  jvm: {
    usage: 'jvm install [--from URL] | jvm trust',
    about:
      'install the jars that run scripts in Kotlin, from the Maven repository at URL or by the program mvn; or mark all such scripts of the store as written by an admin, so that they run',
    options: ['from'],
    run: async (words, settings) => (await import('./jvm-command.ts')).runJvm(words, settings),
  },
  migrate: {
    usage: 'migrate',
    about: 'migrate the store to the newest version of its schema; the server does this when it starts',
    run: onStore(async (box) => {
      await box.health()
      console.log('The store has the newest version of its schema')
      return true
    }),
  },
}

const exportAll = onStore(async (box, file) => {
  const lines = Readable.from(exportLines(box))
  await pipeline(lines, file === undefined ? process.stdout : await openToWrite(file, { isSecret: true }))
  console.error(`${file ?? 'The export'} contains secrets in plain text: protect it like the store itself`)
  return true
})

const exportStore = onStore((box, _file, words) =>
  exportTo(storeInstance(box, nameOfStore(words.settings.store)), words),
)

const exportServer: Command['run'] = ({ from = '', ...words }, settings) =>
  exportTo(sourceInstance(from, settings), words)

async function exportTo(instance: Instance, { file, dir = '', kinds, pattern, secrets }: Words): Promise<boolean> {
  if (file !== undefined) throw new Error(`--dir writes a folder, so omit ${file}`)
  const { exportFolder } = await import('./folder/export-folder.ts')
  const { kindsNamed } = await import('./folder/chosen-kinds.ts')
  const { recordKinds } = await import('./folder/record-kinds.ts')
  const chosen = kindsNamed(kinds, secrets ? recordKinds : undefined)
  const { written, removed, unchanged, hidden } = await exportFolder(instance, dir, { kinds: chosen, pattern, secrets })
  if (hidden.length > 0) console.error(`The caller may not read ${hidden.join(', ')}`)
  if (secrets) console.error(`${dir} contains secrets: protect it like the store itself`)
  console.log(`wrote ${written}, removed ${removed}, unchanged ${unchanged}`)
  return hidden.length === 0 || kinds === undefined
}

/** Runs `diff` or `promote`: one of the sides may be the configured store. */
const betweenSides =
  (compares: boolean): Command['run'] =>
  (words, settings) => {
    const { from, to, file: pattern } = words
    const usage = `signalbox ${compares ? 'diff' : 'promote'} --from URL|DIR|store --to URL|store PATTERN`
    if (from === undefined || to === undefined || pattern === undefined)
      throw new Error(`Two instances and a pattern of ids are required, such as "*": ${usage}`)
    if (from === to) throw new Error(`Both sides are ${from}: ${usage}`)
    const sides = (store?: Instance): [Instance | string, Instance] => [
      from === 'store' ? (store as Instance) : isUrl(from) ? sourceInstance(from, settings) : from,
      to === 'store' ? (store as Instance) : serverInstance(to, settings),
    ]
    const run = (store?: Instance) => promoteBetween(sides(store), { ...words, pattern, compares })
    if (from !== 'store' && to !== 'store') return run()
    return onStore((box) => run(storeInstance(box, nameOfStore(settings.store))))({}, settings)
  }

async function promoteBetween(
  [from, to]: [Instance | string, Instance],
  { pattern, compares, kinds, ...words }: Words & { pattern: string; compares: boolean },
) {
  const { reason = 'signalbox promote', prune = compares, check = false, 'dry-run': dryRun = check } = words
  const { promote } = await import('./folder/promote.ts')
  const options = { pattern, kinds, prune, compares, dryRun: dryRun || check, reason, ...output }
  return endOf(await promote(from, to, options), check)
}

const output = { print: (line: string) => console.log(line), warn: (line: string) => console.error(line) }

const endOf = (end: PlanEnd, check: boolean): boolean | 'differs' =>
  end === 'differs' ? !check || end : end === 'done'

const applyToStore = onStore(
  (box, file, words) => apply(storeInstance(box, nameOfStore(words.settings.store)), file, words),
  'signalbox apply',
)

const applyToServer: Command['run'] = ({ to = '', file, ...words }, settings) =>
  apply(serverInstance(to, settings), file, words)

async function apply(instance: Instance, file: string | undefined, words: Omit<Words, 'file'>) {
  if (file === undefined) throw new Error('apply requires a folder: signalbox apply DIR')
  const { reason = 'signalbox apply', prune, check = false, 'dry-run': dryRun = check } = words
  const { applyFolder } = await import('./folder/apply-folder.ts')
  return endOf(await applyFolder(instance, file, { prune, dryRun: dryRun || check, reason, ...output }), check)
}

const auditOfStore = onStore(async (box, file, words) => {
  if (words.settings.store === 'memory:') throw new Error(eventsInMemory)
  await writeAudit(box, file, words)
  return true
})

async function auditOfServer({ from = '', file, ...words }: Words, settings: Settings): Promise<boolean> {
  if (!/^https?:/i.test(from)) throw new Error('--from must be the URL of a server: signalbox audit --from https://…')
  await writeAudit(serverAt(from, settings), file, words).catch((error) => {
    throw error instanceof SignalboxError ? cannotBeRead(`The events of ${from}`)(error) : error
  })
  return true
}

const eventsInMemory =
  'audit requires a persistent store or --from URL, because the events of memory: exist only in the running server: set SIGNALBOX_STORE'

const recordsInMemory =
  'snapshot requires a persistent store, because the records of memory: exist only in the running server: set SIGNALBOX_STORE'

const inMemory =
  'passwd requires a persistent store, because the users of memory: exist only in the running server: set SIGNALBOX_STORE'

const isFromElsewhere = ({ from, drop, environment, project, 'dry-run': dryRun }: OnStore): boolean =>
  [from, drop, environment, project, dryRun].some((word) => word !== undefined)

const isVendor = (name: string): name is VendorName => Object.hasOwn(vendors, name)

/** Prints the report of an import from another product. Resolves with whether nothing was refused. */
async function importFrom(box: Signalbox, file: string, words: OnStore): Promise<boolean> {
  const { from = '', drop, keep = false, environment, project, 'dry-run': dryRun = false } = words
  const names = ['otoroshi', ...Object.keys(vendors)]
  if (from === '') throw new Error('--dry-run, --drop, --environment and --project need --from PRODUCT')
  if (!names.includes(from))
    throw new Error(`--from must be one of ${names.join(', ')}: signalbox import --from ${names[0]} FILE`)
  const foreign = isVendor(from) ? { drop } : { keep: keep || undefined, environment, project }
  const [unused] = Object.entries(foreign).find(([, word]) => word !== undefined) ?? []
  if (unused !== undefined) throw new Error(`--${unused} does not apply to --from ${from}: omit it`)
  const dropped = (drop ?? '').split(',').filter((name) => name !== '')
  const { lines, refused } = isVendor(from)
    ? await importFlagsFile(box, file, { from, dryRun, keep, environment, project })
    : await importOtoroshiFile(box, file, { dryRun, drop: dropped })
  for (const line of lines) console.log(line)
  return refused === 0
}
