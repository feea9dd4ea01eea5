import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Classpath, JvmLanguage } from './artifacts.ts'

/** How a JVM is confined by the operating system. */
export type JvmSandbox = 'require' | 'try' | 'off'

/** What a JVM is started with. */
export interface JvmCommand {
  readonly java: string
  readonly sandbox: JvmSandbox
  readonly language: JvmLanguage
  readonly classpath: Classpath
  readonly heapMiB: number
  readonly cpuMs: number
  readonly memoryMiB: number
  readonly threads: number
  readonly calls: number
  readonly bodyBytes: number
  /** The folder for temporary files. */
  readonly temporary: string
  /** The archive of classes to start with, or to write at the end. */
  readonly archive?: { readonly file: string; readonly isWritten: boolean } | undefined
}

/** A program with its arguments. */
export interface CommandLine {
  readonly program: string
  readonly args: readonly string[]
  /** Whether the operating system confines it. */
  readonly isConfined: boolean
}

/**
 * The command that starts a JVM, with absolute paths because it gets no environment. Throws an `Error` that says what
 * to do if Java, or the confinement that is required, is not installed.
 */
export function commandLine(command: JvmCommand, path = process.env.PATH ?? ''): CommandLine {
  const { java, sandbox } = command
  const program = findProgram(java, path)
  if (!program) throw new Error(`${java} was not found: install a Java runtime (17 or newer), or name its program`)
  const args = javaArguments(command)
  const bwrap = sandbox !== 'off' && process.platform === 'linux' ? findProgram('bwrap', path) : undefined
  if (bwrap) return { program: bwrap, args: [...confinement(command, program), program, ...args], isConfined: true }
  if (sandbox === 'require')
    throw new Error('bwrap was not found: install the package bubblewrap, or do not require the sandbox')
  return { program, args, isConfined: false }
}

function javaArguments(command: JvmCommand): string[] {
  const { language, classpath, heapMiB, temporary, archive, cpuMs, memoryMiB, threads, calls, bodyBytes } = command
  const separator = process.platform === 'win32' ? ';' : ':'
  return [
    `-Xmx${heapMiB}m`,
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-XX:MaxMetaspaceSize=256m',
    '-XX:-UsePerfData',
    '-XX:+DisableAttachMechanism',
    // Standard output belongs to the protocol.
    '-Xlog:disable',
    '-XX:+DisplayVMOutputToStderr',
    '-Dfile.encoding=UTF-8',
    '-Djava.awt.headless=true',
    ...withoutCommonPool,
    `-Djava.io.tmpdir=${temporary}`,
    ...(archive ? [`-XX:${archive.isWritten ? 'ArchiveClassesAtExit' : 'SharedArchiveFile'}=${archive.file}`] : []),
    ...(archive?.isWritten ? ['-Dsignalbox.archive=true'] : ['-Xshare:auto']),
    '-cp',
    classpath.all.join(separator),
    'signalbox.jvm.Main',
    language,
    classpath.scripts.join(separator),
    ...[cpuMs, memoryMiB, threads, calls, bodyBytes].map(String),
  ]
}

/** Java's pool for parallel work has no threads, because nothing would measure or interrupt what scripts do there. */
export const withoutCommonPool = [
  '-Djava.util.concurrent.ForkJoinPool.common.parallelism=0',
  '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=signalbox.jvm.NoThreads',
] as const

/**
 * Arguments of bwrap: a root that is read-only and without the folders of people and of services, no network, processes
 * and hosts of its own, and an end when the parent ends.
 */
function confinement({ classpath, temporary, archive }: JvmCommand, java: string): string[] {
  const files = [...classpath.all, ...(archive && !archive.isWritten ? [archive.file] : [])]
  const folders = [...new Set([...files.map(dirname), dirname(dirname(realpathSync(java)))])]
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'],
    ...['/home', '/root', '/run', '/var', '/tmp', '/mnt', '/srv'].flatMap((folder) => ['--tmpfs', folder]),
    ...folders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--bind', temporary, temporary, '--chdir', '/', '--'],
  ]
}

/** Returns the absolute path of a program; `undefined` if there is none. */
function findProgram(name: string, path: string): string | undefined {
  const candidates = isAbsolute(name)
    ? [name]
    : path.split(process.platform === 'win32' ? ';' : ':').map((folder) => join(folder, name))
  return candidates.flatMap((one) => (process.platform === 'win32' ? [`${one}.exe`, one] : [one])).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
