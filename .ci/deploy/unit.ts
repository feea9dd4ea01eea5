import { type Deployed, textOf } from './deployed.ts'

/** The folders that systemd puts in the place of specifiers. */
const specifiers: Readonly<Record<string, string>> = { '%S': '/var/lib', '%d': '/run/credentials/signalbox.service' }

/** The entries of the systemd unit, as `[name, value]`, in their order. */
export const unitEntries: readonly (readonly [string, string])[] = textOf('systemd/signalbox.service')
  .split('\n')
  .filter((line) => /^\w+=/.test(line))
  .map((line) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    return [name, value.replace(/%./g, (specifier) => specifiers[specifier] ?? specifier)] as const
  })

/** The values of an entry. */
export const inUnit = (name: string): string[] => unitEntries.flatMap(([key, value]) => (key === name ? [value] : []))

/** The server of the systemd unit. */
export function unitServer(): Deployed {
  const [command = ''] = inUnit('ExecStart')
  const [stop = ''] = inUnit('TimeoutStopSec')
  const credentials = inUnit('LoadCredential').map((one) => one.split(':')[0] ?? '')
  return {
    command: command.split(' '),
    env: Object.fromEntries(inUnit('Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    workingDirectory: inUnit('WorkingDirectory')[0] ?? '/',
    data: `${specifiers['%S']}/${inUnit('StateDirectory')[0]}`,
    secrets: Object.fromEntries(credentials.map((name) => [name, `${specifiers['%d']}/${name}`])),
    graceMs: Number(stop) * 1000,
  }
}
