import type { Command } from './command.ts'

/** `signalbox jvm`: what scripts in languages of the JVM need. */
export const jvmCommand: Command = {
  usage: 'jvm install [--from URL] | jvm trust',
  about:
    'install the jars that run scripts in Kotlin and Scala (SIGNALBOX_JVM_LANGUAGES), from the Maven repository at URL or by the program mvn; or mark all such scripts of the store as written by an admin, so that they run',
  options: ['from'],
  run: async (words, settings) => (await import('../jvm-command.ts')).runJvm(words, settings),
}
