import { commands } from './commands.ts'
import type { Setting } from './setting.ts'
import { settingNames, settings, variableOf } from './settings.ts'

/** The output of `signalbox --help`. */
export function helpText(): string {
  const rows = settingNames.map((name) => {
    const { initial, about, allowed, place }: Setting<unknown> = settings[name]
    const elsewhere = place ? `; in the config file also as ${place.join('.')}` : ''
    const standard = Array.isArray(initial) ? initial.join(',') || 'none' : String(initial)
    return `  ${variableOf(name)} (${name})\n      ${about}${elsewhere}.\n      Must be ${allowed}. Default: ${standard}`
  })
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  const commandRows = Object.values(commands)
    .map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`)
    .join('\n')
  return `Signalbox: features, configs and experiments over HTTP.

Usage: signalbox [--config FILE] [--help] [--version] [COMMAND]

Without a command it serves. The commands, over the store of the settings:

${commandRows}

  --config FILE  settings from this file, JSON or YAML by its name; else signalbox.config.json, .yaml or .yml is
                 read where the command runs, if it is there
  --help         print this and end
  --version      print the version and end

Settings, as environment variables and (in brackets) as names in the config file. The environment wins over the file;
an empty variable counts as absent.

${rows.join('\n')}

SIGTERM and SIGINT let requests in flight finish and end the process; a second one ends it at once.
`
}
