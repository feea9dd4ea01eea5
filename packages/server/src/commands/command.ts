import type { McpOptions } from '../mcp/mcp-options.ts'
import type { Settings } from '../settings/settings.ts'
import type { TypesOptions } from '../types/write-types.ts'
import type { AuditOptions } from './write-audit.ts'

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
  /** A file with contexts in which the answers of scripts are compared. */
  readonly contexts?: string | undefined
  /** Whether secrets are written to the files of a folder. */
  readonly secrets?: boolean | undefined
}

/** Runs a subcommand. Resolves with whether everything succeeded, or that a check found differences. */
export type Run = (words: Words, settings: Settings) => Promise<boolean | 'differs'>

/** A subcommand of `signalbox`. */
export interface Command {
  readonly usage: string
  readonly about: string
  /** The options that it takes. @default none */
  readonly options?: readonly Exclude<keyof Words, 'file'>[]
  /** Loads what it does. */
  readonly load: () => Promise<Run>
}
