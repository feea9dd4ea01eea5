import { vendorNames } from '@signalbox/migrate/vendors'
import type { Command } from './command.ts'

/** The subcommands by name. None of them starts the server; each is loaded when it is used. */
export const commands: Readonly<Record<string, Command>> = {
  export: {
    usage: 'export [FILE] | export --dir DIR [--from URL] [--kinds KINDS] [--pattern PATTERN] [--secrets]',
    about:
      'write all records, secrets included, to a file or to standard output, as nd-json; or with --dir write records of the store, or of the server at URL, to a YAML file each, secrets masked',
    options: ['dir', 'from', 'kinds', 'pattern', 'secrets'],
    load: async () => (await import('./export.ts')).runExport,
  },
  import: {
    usage:
      'import [--keep] [--from PRODUCT [--dry-run] [--environment NAME] [--project NAME] [--drop NAMES]] [--reason TEXT] FILE|s3://BUCKET/PREFIX',
    about: `create or replace the records of the newest snapshot in a bucket, or of a file exported by Signalbox or by PRODUCT, one of ${[...vendorNames, 'otoroshi'].join(', ')}; with --keep, leave existing records and everything that belongs to them unchanged; the events have the reason TEXT`,
    options: ['keep', 'from', 'dry-run', 'drop', 'environment', 'project', 'reason'],
    load: async () => (await import('./import.ts')).runImport,
  },
  backup: {
    usage: 'backup FILE',
    about: 'copy the SQLite database of the store to FILE, also while a server uses it, and check the copy',
    load: async () => (await import('./backup.ts')).runBackup,
  },
  restore: {
    usage: 'restore FILE',
    about:
      'replace the SQLite database of the store by the backup FILE, while no process uses it, and keep the earlier one',
    load: async () => (await import('./backup.ts')).runRestore,
  },
  snapshot: {
    usage: 'snapshot [--to s3://BUCKET/PREFIX]',
    about:
      'write a snapshot of all records to a bucket of S3, by default that of SIGNALBOX_SNAPSHOT_TO, for signalbox import and signalbox gateway; SIGNALBOX_SNAPSHOT_KEY encrypts its secrets',
    options: ['to'],
    load: async () => (await import('./snapshot.ts')).runSnapshot,
  },
  apply: {
    usage: 'apply [--to URL] [--dry-run | --check] [--prune] [--reason TEXT] DIR',
    about:
      'make the store, or the server at URL, equal to the records in the files of DIR, and print the changes; --dry-run only prints them, --check exits with 3 if there are any, --prune deletes what signalbox.yaml in DIR claims',
    options: ['to', 'dry-run', 'check', 'prune', 'reason'],
    load: async () => (await import('./apply.ts')).runApply,
  },
  diff: {
    usage: 'diff --from URL|DIR|store --to URL|store [--kinds KINDS] [--check] PATTERN',
    about:
      'print how the records whose ids match PATTERN differ between two instances, or between a folder and an instance; --check exits with 3 if they do',
    options: ['from', 'to', 'kinds', 'check'],
    load: async () => (await import('./promote.ts')).runDiff,
  },
  promote: {
    usage:
      'promote --from URL|DIR|store --to URL|store [--kinds KINDS] [--dry-run | --check] [--prune] [--reason TEXT] PATTERN',
    about:
      'make the records whose ids match PATTERN at --to equal to the records of --from; --dry-run only prints the changes, --prune deletes what --from does not have',
    options: ['from', 'to', 'kinds', 'dry-run', 'check', 'prune', 'reason'],
    load: async () => (await import('./promote.ts')).runPromote,
  },
  'import-openapi': {
    usage: 'import-openapi [--reason TEXT] FILE',
    about: 'create an API from an OpenAPI document (JSON or YAML), and print its routes and warnings',
    options: ['reason'],
    load: async () => (await import('./import-openapi.ts')).runImportOpenApi,
  },
  audit: {
    usage:
      'audit [--since WHEN] [--until WHEN] [--author ID] [--domains NAMES] [--pattern PATTERN] [--from URL] [FILE]',
    about:
      'write the retained change events, of the store or of the server at URL, to FILE or standard output, as nd-json; WHEN is a date and time (ISO 8601), or a span such as 7d, 24h or 90m',
    options: ['since', 'until', 'author', 'domains', 'pattern', 'from'],
    load: async () => (await import('./audit.ts')).runAudit,
  },
  gateway: {
    usage: 'gateway [--from URL|s3://BUCKET/PREFIX] [--state FOLDER]',
    about:
      'serve the APIs of the Signalbox at URL in this process, under the key SIGNALBOX_GATEWAY_KEY, or of its snapshots in a bucket, under SIGNALBOX_SNAPSHOT_KEY; FOLDER keeps what it serves',
    options: ['from', 'state'],
    load: async () => (await import('./gateway.ts')).runGateway,
  },
  mcp: {
    usage: 'mcp [--to URL] [--write] [--only GROUPS] [--port PORT]',
    about:
      'serve the operations of the API as tools of the Model Context Protocol, to the client at standard input and output or over HTTP on PORT; calls go to the server at URL, under the key SIGNALBOX_CLIENT_ID, else to the store; --write adds the tools that change something; GROUPS are the first words of operations, such as features,experiments',
    options: ['to', 'write', 'only', 'port'],
    load: async () => (await import('./mcp.ts')).runMcpCommand,
  },
  types: {
    usage: 'types [--from FROM] [--out FILE] [--check]',
    about:
      'write the keys of features, configs and experiments as a TypeScript interface; FROM is the URL of a server, an nd-json file or a store',
    options: ['from', 'out', 'check'],
    load: async () => (await import('./types.ts')).runTypes,
  },
  passwd: {
    usage: 'passwd [USER] [--generate] [--reason TEXT]',
    about:
      'reset the password of a user (default: admin) and end all sessions of the user; asks for the password, or generates one',
    options: ['generate', 'reason'],
    load: async () => (await import('./passwd.ts')).runPasswd,
  },
  jvm: {
    usage: 'jvm install [--from URL] | jvm trust',
    about:
      'install the jars that run scripts in Kotlin and Scala (SIGNALBOX_JVM_LANGUAGES), from the Maven repository at URL or by the program mvn; or mark all such scripts of the store as written by an admin, so that they run',
    options: ['from'],
    load: async () => (await import('./jvm-command.ts')).runJvm,
  },
  migrate: {
    usage: 'migrate | migrate scripts [--to URL] [--pattern PATTERN] [--contexts FILE] [--write] [--reason TEXT]',
    about:
      'migrate the store to the newest version of its schema; the server does this when it starts. Or print how scripts in Kotlin and Scala, of the store or of the server at URL, read in JavaScript; the answers of both are compared in contexts of the nd-json FILE and in made up ones where a JVM runs the scripts; --write stores the translations',
    options: ['to', 'pattern', 'contexts', 'write', 'reason'],
    load: async () => (await import('./migrate.ts')).runMigrate,
  },
}
