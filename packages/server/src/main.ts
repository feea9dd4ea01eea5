/** The command `signalbox`. */
import { parseArgs } from 'node:util'
import { nearest } from '@signalbox/core/evaluate'
import packageJson from '../package.json' with { type: 'json' }
import type { Words } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { readConfigFile } from './config-file.ts'
import type { Server } from './create-server.ts'
import { createServer } from './create-server.ts'
import { helpText } from './help.ts'
import { jvmWarnings } from './jvm-scripts.ts'
import { loggedError } from './log/logged-error.ts'
import type { ProcessLog } from './log/logger.ts'
import { openProcessLog } from './log/open-log.ts'
import { logProcess } from './log/own-process.ts'
import { onSignals } from './on-signals.ts'
import { readSettings } from './read-settings.ts'
import { logReload } from './reload-certificates.ts'
import type { SettingName, Settings } from './settings.ts'
import { settingNames, variableOf } from './settings.ts'
import { watchTerminal } from './watch-terminal.ts'

/** Exit codes: success, failure, wrong usage, and a check that found differences. */
const exitCodes = { done: 0, failed: 1, refused: 2, differs: 3 } as const

await run()

async function run(): Promise<void> {
  const { values, positionals } = attempt(readArguments)
  const { help, version, config, ...options } = values
  const [command, file] = positionals
  if (help) return void process.stdout.write(helpText())
  if (version) return void process.stdout.write(`${packageJson.version}\n`)

  const { settings, given, problems, warnings } = readSettings(
    process.env,
    attempt(() => readConfigFile(config)),
  )
  if (problems.length > 0) {
    for (const warning of warnings) warn(warning)
    refuse(problems)
  }
  if (command === undefined) return serve(settings, { warnings, hasGatewayPort: given.has('gatewayPort') })
  for (const warning of warnings) warn(warning)
  return finish(command, { ...options, file }, settings)
}

interface Serving {
  readonly warnings: readonly string[]
  readonly hasGatewayPort: boolean
}

/** Serves until a signal stops this process. */
async function serve(settings: Settings, { warnings, hasGatewayPort }: Serving): Promise<void> {
  const hasLostTerminal = watchTerminal()
  const log = await openProcessLog(settings)
  logProcess(log)
  for (const warning of warnings) log.warn(warning)
  const { gatewayPort, ...others } = settings
  const chosen = hasGatewayPort ? { gatewayPort } : {}
  const ports = log.form === 'off' ? { report: () => {} } : { logger: log }
  const failed = (error: unknown): never => failStart(log, error)
  const server = await createServer({ ...others, ...chosen, ...ports, log: log.form, gateway: true }).catch(failed)
  for (const warning of [...dangers(settings), ...jvmWarnings(settings), ...server.warnings]) log.warn(warning)
  const { user, password } = server.firstAdmin ?? {}
  // The password is for the console alone: logs are kept and sent elsewhere.
  const console = log.form === 'pretty' ? process.stdout : process.stderr
  if (password !== undefined) console.write(`First start: log in as ${user} with the password ${password}\n`)
  onSignals(
    { close: () => stop(server, log), reload: () => logReload(server.reloadCertificates, log) },
    { fail: failed, hasLostTerminal },
  )
  // Programs that start the command wait for the first line, and read the others with it.
  process.stdout.cork()
  for (const line of addressesOf(server, settings, log)) log.info(line)
  process.stdout.uncork()
}

async function stop(server: Server, log: ProcessLog): Promise<void> {
  log.debug('Signalbox stops')
  await server.close()
  log.debug('Signalbox has stopped')
  await log.flush()
}

function addressesOf({ url, gatewayUrl, adminUrl }: Server, { dashboard }: Settings, { form }: ProcessLog): string[] {
  const page = dashboard === 'on' ? 'the dashboard' : 'a page with links and first steps'
  return [
    `Signalbox serves ${url}`,
    ...(form === 'pretty' ? [`Open this address in a browser for ${page}.`] : []),
    ...(gatewayUrl ? [`The gateway serves published APIs on ${gatewayUrl}`] : []),
    ...(adminUrl ? [`Probes and metrics are on ${adminUrl}`] : []),
  ]
}

async function finish(command: string, words: Words, settings: Settings): Promise<void> {
  const end = await commands[command]!.run(words, settings).catch(fail)
  process.exitCode = end === 'differs' ? exitCodes.differs : end ? exitCodes.done : exitCodes.failed
}

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const own = { help: { ...flag, short: 'h' }, version: flag, config: text } as const
  const ofCommands = {
    from: text,
    to: text,
    prune: flag,
    dir: text,
    kinds: text,
    secrets: flag,
    state: text,
    out: text,
    check: flag,
    keep: flag,
    generate: flag,
    drop: text,
    'dry-run': flag,
    environment: text,
    project: text,
    reason: text,
    since: text,
    until: text,
    author: text,
    domains: text,
    pattern: text,
    contexts: text,
    write: flag,
    only: text,
    port: text,
  } as const
  const options = { ...own, ...ofCommands }
  checkWords(process.argv.slice(2), { own: Object.keys(own), ofCommands: Object.keys(ofCommands) })
  const found = parseArgs({ options, allowPositionals: true })
  const [command, ...rest] = found.positionals
  if (command === 'help' || command === 'version')
    return { values: { ...found.values, [command]: true }, positionals: rest }
  if (command !== undefined && !Object.hasOwn(commands, command)) throw new Error(unknownCommand(command))
  const taken: readonly string[] = (command !== undefined && commands[command]?.options) || []
  const foreign = Object.keys(ofCommands).find((name) => name in found.values && !taken.includes(name))
  if (foreign !== undefined)
    throw new Error(
      `signalbox ${command ?? 'without a command'} does not take the option --${foreign}${settingAdvice(foreign) ?? ': run signalbox --help'}`,
    )
  return found
}

/** The names of all options: of `signalbox` itself, and of its commands. */
interface OptionNames {
  readonly own: readonly string[]
  readonly ofCommands: readonly string[]
}

/** Checks options here, because Node's message for an unknown option does not say what to do. */
function checkWords(words: readonly string[], { own, ofCommands }: OptionNames): void {
  const options = [...own, ...ofCommands]
  const { tokens } = parseArgs({ args: [...words], strict: false, allowPositionals: true, tokens: true })
  const unknown = tokens.find(
    ({ kind, ...token }) => kind === 'option' && !['h', ...options].includes((token as { name: string }).name),
  )
  if (unknown?.kind !== 'option') return
  const command = tokens.find(
    ({ kind, ...token }) => kind === 'positional' && isCommand((token as { value: string }).value),
  )
  const like = nearest(unknown.name, command ? options : own)
  const advice = like !== undefined ? ` (did you mean --${like}?)` : (settingAdvice(unknown.name) ?? '')
  throw new Error(`signalbox does not take the option ${unknown.rawName}${advice}`)
}

function isCommand(word: string): boolean {
  return Object.hasOwn(commands, word)
}

/** Says how a setting is set that is named like an option. */
function settingAdvice(option: string): string | undefined {
  const setting = nearest(option.replaceAll('-', ''), settingNames)
  return setting === undefined
    ? undefined
    : `: the setting ${setting} is set by the variable ${variableOf(setting as SettingName)}, or in the config file`
}

function unknownCommand(command: string): string {
  const names = [...Object.keys(commands), 'help', 'version']
  const like = nearest(command, names)
  return `${command} is not a command${like === undefined ? '' : ` (did you mean ${like}?)`}; the commands are ${names.join(', ')}`
}

/** Returns a warning if records are kept only in memory in production. */
function dangers({ store, mode }: Settings): string[] {
  const forgetful =
    'Records are kept in memory and are lost when this process ends: set SIGNALBOX_STORE to persist them'
  return store === 'memory:' && mode === 'production' ? [forgetful] : []
}

function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuse([(error as Error).message])
  }
}

function warn(sentence: string): void {
  console.error(`Warning: ${sentence}.`)
}

function refuse(problems: readonly string[]): never {
  for (const problem of problems) console.error(`${problem}.`)
  console.error('Signalbox did not start. `signalbox --help` lists all settings.')
  process.exit(exitCodes.refused)
}

/** Ends a start that failed. Sentences about invalid settings are never JSON. */
function failStart(log: ProcessLog, error: unknown): never {
  if (log.form !== 'json' || error instanceof RangeError) return fail(error)
  log.error(loggedError(error))
  process.exit(exitCodes.failed)
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : error}
`)
  process.exit(error instanceof RangeError ? exitCodes.refused : exitCodes.failed)
}
