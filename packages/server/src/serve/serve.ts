import { jvmWarnings } from '../box/jvm-scripts.ts'
import { loggedError } from '../log/logged-error.ts'
import type { ProcessLog } from '../log/logger.ts'
import { openProcessLog } from '../log/open-log.ts'
import { logProcess } from '../log/own-process.ts'
import { descriptorWarnings } from '../overload/descriptors.ts'
import { GATEWAY_CONNECTIONS } from '../overload/limits.ts'
import { exitCodes, fail } from '../process/exits.ts'
import { onSignals } from '../process/on-signals.ts'
import { watchTerminal } from '../process/watch-terminal.ts'
import { portalLines } from '../settings/portal-settings.ts'
import type { SettingName, Settings } from '../settings/settings.ts'
import { logReload } from '../tls/reload-certificates.ts'
import { createServer, type Server } from './create-server.ts'

/** What is known of the settings beside their values. */
interface Serving {
  readonly warnings: readonly string[]
  /**
   * The settings that somebody chose. If the port of the gateway is not among them, the default port being in use is only a
   * warning; if its access log is not, the visitors of a demo are not logged.
   */
  readonly given: ReadonlySet<SettingName>
}

/** Serves until a signal stops this process. */
export async function serve(settings: Settings, { warnings, given }: Serving): Promise<void> {
  const hasLostTerminal = watchTerminal()
  const log = await openProcessLog(settings)
  logProcess(log)
  for (const warning of warnings) log.warn(warning)
  const { gatewayPort, ...others } = settings
  const chosen = {
    ...(given.has('gatewayPort') && { gatewayPort }),
    ...(settings.demo && !given.has('gatewayLog') && { gatewayLog: 'off' }),
  }
  const ports = log.form === 'off' ? { report: () => {} } : { logger: log }
  const failed = (error: unknown): never => failStart(log, error)
  let server: Server | undefined
  onSignals(
    { close: () => stop(server, log), reload: () => logReload(async () => server?.reloadCertificates() ?? [], log) },
    { fail: failed, hasLostTerminal },
  )
  const options = { ...others, ...chosen, ...ports, log: log.form, gateway: true, waitForStore: true }
  server = await createServer(options).catch(failed)
  for (const warning of [
    ...dangers(settings),
    ...tooFewDescriptors(settings, server),
    ...jvmWarnings(settings),
    ...server.warnings,
  ])
    log.warn(warning)
  const { user, password } = server.firstAdmin ?? {}
  // The password is for the console alone: logs are kept and sent elsewhere.
  const console = log.form === 'pretty' ? process.stdout : process.stderr
  if (password !== undefined) console.write(`First start: log in as ${user} with the password ${password}\n`)
  // Programs that start the command wait for the first line, and read the others with it.
  process.stdout.cork()
  for (const line of addressesOf(server, settings, log)) log.info(line)
  process.stdout.uncork()
}

/** A server that has not started is left as it is, because nothing depends on the rest of its start. */
async function stop(server: Server | undefined, log: ProcessLog): Promise<void> {
  log.debug('Signalbox stops')
  await server?.close()
  log.debug('Signalbox has stopped')
  await log.flush()
}

function addressesOf(
  { url, gatewayUrl, demoUrl, adminUrl, portalUrl }: Server,
  settings: Settings,
  { form }: ProcessLog,
): string[] {
  const page = settings.dashboard === 'on' ? 'the dashboard' : 'a page with links and first steps'
  return [
    `Signalbox serves ${url}`,
    ...(form === 'pretty' ? [`Open this address in a browser for ${page}.`] : []),
    ...(gatewayUrl ? [`The gateway serves published APIs on ${gatewayUrl}`] : []),
    ...(demoUrl ? [`The demo shop answers on ${demoUrl}`] : []),
    ...(adminUrl ? [`Probes and metrics are on ${adminUrl}`] : []),
    ...(portalUrl ? [`The portal serves ${portalUrl}`] : []),
    ...portalLines(settings),
  ]
}

/** Returns a warning if records are kept only in memory in production. */
function dangers({ store, mode }: Settings): string[] {
  const forgetful =
    'Records are kept in memory and are lost when this process ends: set SIGNALBOX_STORE to persist them'
  return store === 'memory:' && mode === 'production' ? [forgetful] : []
}

/** Returns a warning if this process cannot open as many connections as it accepts. */
const tooFewDescriptors = ({ connections, gatewayWorkers }: Settings, { gatewayUrl }: Server): string[] =>
  descriptorWarnings({
    server: connections,
    gateway: gatewayUrl !== undefined && gatewayWorkers === 1 ? GATEWAY_CONNECTIONS : undefined,
  })

/** Ends a start that failed. Sentences about invalid settings are never JSON. */
function failStart(log: ProcessLog, error: unknown): never {
  if (log.form !== 'json' || error instanceof RangeError) return fail(error)
  log.error(loggedError(error))
  process.exit(exitCodes.failed)
}
