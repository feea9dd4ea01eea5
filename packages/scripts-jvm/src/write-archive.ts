import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Classpath, JvmLanguage } from './artifacts.ts'
import { startJvm } from './jvm.ts'

/** What an archive of classes is written for. */
export interface WriteArchiveOptions {
  readonly language: JvmLanguage
  readonly classpath: Classpath
  /** The file to write. */
  readonly archive: string
  /** @default 'java' */
  readonly java?: string
}

/** A script whose compilation loads what most compilations need. */
const samples: Readonly<Record<JvmLanguage, string>> = {
  kotlin:
    'fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient) {\n  if (context.get("user")?.asText()?.contains("@") ?: false) enabled() else disabled()\n}',
  scala:
    'def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient)(implicit ec: ExecutionContext): Unit = {\n  if ((context \\ "user").asOpt[String].exists(_.contains("@"))) enabled() else disabled()\n}',
}

/**
 * Writes an archive of the classes that the compiler needs (class data sharing of Java), with which later JVMs of the
 * same Java start and compile sooner; another Java ignores it. Resolves with whether it was written.
 */
export async function writeArchive(options: WriteArchiveOptions): Promise<boolean> {
  const { language, classpath, archive, java = 'java' } = options
  const partial = `${resolve(archive)}.part`
  const checked = Promise.withResolvers<boolean>()
  const jvm = startJvm(
    {
      ...{ java, language, classpath, sandbox: 'off', heapMiB: 256, cpuMs: 50, memoryMiB: 64, threads: 1, calls: 0 },
      bodyBytes: 0,
      archive: { file: partial, isWritten: true },
    },
    {
      message: (message) => void (message.op === 'checked' && checked.resolve('entry' in message)),
      end: () => checked.resolve(false),
    },
  )
  try {
    await jvm.ready
    jvm.send({ op: 'check', id: 0, source: samples[language] })
    const isCompiled = await checked.promise
    jvm.finish()
    await jvm.ended
    if (!isCompiled) return false
    await rename(partial, archive)
    return true
  } catch {
    jvm.kill()
    await jvm.ended
    await rm(partial, { force: true })
    return false
  }
}
