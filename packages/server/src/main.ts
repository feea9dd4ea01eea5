/** The command `signalbox`. */
import { parseArgs } from 'node:util'
import { nearest } from '@signalbox/core/evaluate'
import packageJson from '../package.json' with { type: 'json' }
import type { Words } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { helpText } from './commands/help.ts'
import { exitCodes, fail, refuse, warn } from './process/exits.ts'
import { readConfigFile } from './settings/config-file.ts'
import { readSettings } from './settings/read-settings.ts'
import { type SettingName, type Settings, settingNames, variableOf } from './settings/settings.ts'

await run()

async function run(): Promise<void> {
  const { values, positionals } = await attempt(readArguments)
  const { help, version, config, demo = false, ...options } = values
  const [command, file] = positionals
  if (help) return void process.stdout.write(helpText())
  if (version) return void process.stdout.write(`${packageJson.version}\n`)

  const { settings, given, problems, warnings } = readSettings(process.env, await attempt(() => readConfigFile(config)))
  if (problems.length > 0) {
    for (const warning of warnings) warn(warning)
    refuse(problems)
  }
  if (command === undefined) {
    const { serve } = await import('./serve/serve.ts')
    return serve(demo ? { ...settings, demo } : settings, { warnings, given })
  }
  for (const warning of warnings) warn(warning)
  return finish(command, { ...options, file }, settings)
}

async function finish(command: string, words: Words, settings: Settings): Promise<void> {
  const end = await commands[command]!.load()
    .then((run) => run(words, settings))
    .catch(fail)
  process.exitCode = end === 'differs' ? exitCodes.differs : end ? exitCodes.done : exitCodes.failed
}

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const own = { help: { ...flag, short: 'h' }, version: flag, config: text, demo: flag } as const
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
  if (command !== undefined && found.values.demo)
    throw new Error(`signalbox ${command} does not take the option --demo, because only the server has a demo`)
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

async function attempt<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    return refuse([(error as Error).message])
  }
}
