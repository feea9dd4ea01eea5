import { secretVariables } from '../settings/secret-files.ts'
import type { Setting } from '../settings/setting.ts'
import { groupsOfSettings, initialOf, type SettingName, settings, variableOf } from '../settings/settings.ts'
import { commands } from './commands.ts'

/** The most characters of a line. */
const WIDTH = 98

/** The output of `signalbox --help`. */
export function helpText(): string {
  const commandRows = Object.values(commands).map(
    ({ usage, about }) => `${wrapped(usage, 2, 10)}\n${wrapped(`${about}.`, 6)}`,
  )
  const groups = groupsOfSettings.map(({ title, names }) => `${title}:\n\n${names.map(rowOf).join('\n')}`)
  return `Signalbox: feature flags, configuration, experiments and the administration of an API gateway over
HTTP.

Usage: signalbox [--config FILE] [--demo] [--help] [--version] [COMMAND]

Without a command, the server starts. The commands use the store of the settings:

${commandRows.join('\n')}

  --config FILE  read the settings from this JSON or YAML file; without it, from
                 signalbox.config.json, .yaml or .yml in the working directory, if it exists
  --demo         fill an empty store with a small shop to look around in; the dashboard removes
                 it again
  --help         print this text and exit
  --version      print the version and exit

Settings: environment variables and, in parentheses, names in the config file. An environment
variable has precedence over the file; an empty variable counts as absent. Secrets are also read
from files: SIGNALBOX_STORE_FILE=FILE. This works for

${wrapped(`${secretVariables.join(', ')}.`, 2)}

${groups.join('\n\n')}

On SIGTERM or SIGINT the process finishes its requests and exits; on a second signal it exits at
once. On SIGHUP it reads the files of its certificates and opens its log files again, or exits if
its terminal has been closed.
`
}

function rowOf(name: SettingName): string {
  const one: Setting<unknown> = settings[name]
  const { about, more, allowed, place } = one
  const elsewhere = place && `In the config file also as ${place.join('.')}`
  const sentences = [about, more, elsewhere, `Must be ${allowed}`].filter((part) => part !== undefined)
  const text = `${sentences.join('. ')}. Default: ${initialOf(one)}`
  return `  ${variableOf(name)} (${name})\n${wrapped(text, 6)}`
}

/** Breaks a text into lines that are indented. */
function wrapped(text: string, indent: number, hanging = indent): string {
  const lines: string[] = []
  let line = ' '.repeat(indent)
  for (const word of text.split(' ')) {
    const isFirst = line.trim() === ''
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ' '.repeat(hanging) + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}
