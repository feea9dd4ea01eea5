import { secretVariables } from '../settings/secret-files.ts'
import type { Setting } from '../settings/setting.ts'
import { settingNames, settings, variableOf } from '../settings/settings.ts'
import { commands } from './commands.ts'

/** The output of `signalbox --help`. */
export function helpText(): string {
  const rows = settingNames.map((name) => {
    const { initial, about, allowed, place }: Setting<unknown> = settings[name]
    const elsewhere = place ? `; in the config file also as ${place.join('.')}` : ''
    const standard = Array.isArray(initial) ? initial.join(',') || 'none' : String(initial) || 'none'
    return `  ${variableOf(name)} (${name})\n      ${about}${elsewhere}.\n      Must be ${allowed}. Default: ${standard}`
  })
  const commandRows = Object.values(commands)
    .map(({ usage, about }) => `  ${usage}\n      ${about}`)
    .join('\n')
  return `Signalbox: feature flags, configuration, experiments and the administration of an API gateway over HTTP.

Usage: signalbox [--config FILE] [--help] [--version] [COMMAND]

Without a command, the server starts. The commands use the store of the settings:

${commandRows}

  --config FILE  read the settings from this JSON or YAML file; without it, from signalbox.config.json, .yaml or .yml
                 in the working directory, if it exists
  --help         print this text and exit
  --version      print the version and exit

Settings: environment variables and, in parentheses, names in the config file. An environment variable has precedence
over the file; an empty variable counts as absent. Secrets are also read from files: SIGNALBOX_STORE_FILE=FILE. This
works for ${secretVariables.join(', ')}.

${rows.join('\n')}

On SIGTERM or SIGINT the process finishes its requests and exits; on a second signal it exits at once. On SIGHUP it reads
the files of its certificates and opens its log files again, or exits if its terminal has been closed.
`
}
