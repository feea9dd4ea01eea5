import { listOf, oneOf, setting, textThat, wholeNumber } from './setting.ts'

/** The settings of scripts in languages of the JVM. */
export const jvmSettings = {
  jvm: setting({
    initial: 'off',
    about: 'Program that runs scripts in Kotlin and Scala, as this user; with off, such scripts are only stored',
    allowed: 'off, java, or the path of the program java',
    read: textThat((text) => text === 'off' || /(^|[\\/])java(\.exe)?$/.test(text)),
  }),
  jvmLanguages: setting<readonly string[]>({
    initial: ['kotlin', 'scala'],
    about: 'Languages that signalbox jvm install fetches jars for and the server runs, each in a JVM of its own',
    allowed: 'kotlin, scala, or both separated by commas',
    read: listOf((text) => text === 'kotlin' || text === 'scala'),
  }),
  jvmClasspath: setting({
    initial: '',
    about:
      'Folder with the jars that signalbox jvm install has written; without it, a folder in the cache of this user',
    allowed: 'the path of a folder',
    read: textThat(() => true),
  }),
  jvmSandbox: setting<'require' | 'try' | 'off'>({
    initial: 'try',
    about:
      'Whether bwrap confines the JVM, without a network and with files that are read-only: require fails without it, try uses it where it is installed',
    allowed: 'require, try or off',
    read: oneOf('require', 'try', 'off'),
  }),
  jvmMib: setting({
    initial: 256,
    about: 'Heap of the JVM in MiB',
    allowed: 'a whole number from 64 to 16384',
    read: wholeNumber(64, 16_384),
  }),
} as const
