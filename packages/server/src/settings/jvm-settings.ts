import { listOf, oneOf, settingIn, textThat, wholeNumber } from './setting.ts'

const setting = settingIn('jvm')

/** The settings of scripts in languages of the JVM. */
export const jvmSettings = {
  jvm: setting({
    initial: 'off',
    about: 'Program that runs scripts in Kotlin and Scala, as this user',
    more: 'With off, such scripts are only stored',
    allowed: 'off, java, or the path of the program java',
    read: textThat((text) => text === 'off' || /(^|[\\/])java(\.exe)?$/.test(text)),
  }),
  jvmLanguages: setting<readonly string[]>({
    initial: ['kotlin', 'scala'],
    about: 'Languages that the server runs, each in a JVM of its own',
    more: 'The command signalbox jvm install fetches their jars',
    allowed: 'kotlin, scala, or both separated by commas',
    read: listOf((text) => text === 'kotlin' || text === 'scala'),
  }),
  jvmClasspath: setting({
    initial: '',
    about: 'Folder with the jars that signalbox jvm install has written',
    more: 'Without it, a folder in the cache of this user',
    allowed: 'the path of a folder',
    read: textThat(() => true),
  }),
  jvmSandbox: setting<'require' | 'try' | 'off'>({
    initial: 'try',
    about: 'Whether bwrap confines the JVM, without a network and with files that are read-only',
    more: 'With require, the server does not start without bwrap. With try, it is used where it is installed',
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
