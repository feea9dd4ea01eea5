import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The languages that a JVM runs. */
export type JvmLanguage = 'kotlin' | 'scala'

/** All languages that a JVM runs. */
export const jvmLanguages: readonly JvmLanguage[] = ['kotlin', 'scala']

/** A file of a Maven repository, at exactly one version and with exactly one content. */
export interface Artifact {
  readonly group: string
  readonly name: string
  readonly version: string
  readonly sha256: string
  /** Who needs it: scripts see what they need, and not the compiler. */
  readonly role: 'compiler' | 'scripts'
}

const jetbrains = 'org.jetbrains.kotlin'
const scala = 'org.scala-lang'
const play = 'org.playframework'
const jackson = 'com.fasterxml.jackson.core'

/** JSON, for scripts and for the program that runs them. */
const jacksonJars: readonly Artifact[] = [
  {
    group: jackson,
    name: 'jackson-databind',
    version: '2.21.0',
    sha256: '0057817ee40bc71544072dc2a3ba575ef91dce53a2d87489bde91c05f3a22621',
    role: 'scripts',
  },
  {
    group: jackson,
    name: 'jackson-core',
    version: '2.21.0',
    sha256: 'e22604bcd9b24e462d5df102007cb06e1ed811e86f1ce6081ca62f385f2db87b',
    role: 'scripts',
  },
  {
    group: jackson,
    name: 'jackson-annotations',
    version: '2.21',
    sha256: '53ca085f4a150f703f49e1aabd935bd03b43e1ea3d55d135438292af22cef56b',
    role: 'scripts',
  },
]

/** What each language needs. The versions equal the versions in `runner/pom.xml`; a test compares them. */
export const artifacts: Readonly<Record<JvmLanguage, readonly Artifact[]>> = {
  kotlin: [
    {
      group: jetbrains,
      name: 'kotlin-compiler-embeddable',
      version: '2.3.20',
      sha256: '976f989d0b5f5d80e8e8a8ad4b73da0bfc27fdd965b9fa38362b2be79ecc1337',
      role: 'compiler',
    },
    {
      group: jetbrains,
      name: 'kotlin-script-runtime',
      version: '2.3.20',
      sha256: '6fcdb7da6e65cf8cc43e5aabab94bdcc48825e7933686f8a1bf694eb88f8e00e',
      role: 'compiler',
    },
    {
      group: jetbrains,
      name: 'kotlin-reflect',
      version: '1.6.10',
      sha256: '3277ac102ae17aad10a55abec75ff5696c8d109790396434b496e75087854203',
      role: 'compiler',
    },
    {
      group: jetbrains,
      name: 'kotlin-daemon-embeddable',
      version: '2.3.20',
      sha256: '8870bab840b8087c96c4ddc06088b4aedf5131c408af3674306304f1f96af3f4',
      role: 'compiler',
    },
    {
      group: 'org.jetbrains.kotlinx',
      name: 'kotlinx-coroutines-core-jvm',
      version: '1.8.0',
      sha256: '9860906a1937490bf5f3b06d2f0e10ef451e65b95b269f22daf68a3d1f5065c5',
      role: 'compiler',
    },
    {
      group: 'org.jetbrains',
      name: 'annotations',
      version: '13.0',
      sha256: 'ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478',
      role: 'scripts',
    },
    {
      group: jetbrains,
      name: 'kotlin-stdlib',
      version: '2.3.20',
      sha256: '0ae12504a5040ebaf37703908483420d1a5624dd1d93f357665f8c77c848a01e',
      role: 'scripts',
    },
    ...jacksonJars,
  ],
  scala: [
    {
      group: scala,
      name: 'scala-compiler',
      version: '2.13.18',
      sha256: '2f15891fcae7aad30a3892194fb2abb6224cf7ce5d2bd90fba7f1c48682fca21',
      role: 'compiler',
    },
    {
      group: scala,
      name: 'scala-reflect',
      version: '2.13.18',
      sha256: '6935ff1982b2ac93d695f15aa66921be2f602921277afe002f018fd8c7d6e29b',
      role: 'compiler',
    },
    {
      group: scala,
      name: 'scala-library',
      version: '2.13.18',
      sha256: '4e85d96ff7bc7dc627985523c3541b9917aaa08e956391380c42db21a2c4e5a0',
      role: 'scripts',
    },
    {
      group: play,
      name: 'play-json_2.13',
      version: '3.0.6',
      sha256: '8fffcedd7c1eb2996b78847e74530bb129433dda173cff9ec8fd129f6c195187',
      role: 'scripts',
    },
    {
      group: play,
      name: 'play-functional_2.13',
      version: '3.0.6',
      sha256: '21cd034b013ada13c4ee258c7ba8fb0fa175aadcb3e6e031230ec54bb145a776',
      role: 'scripts',
    },
    {
      group: 'com.fasterxml.jackson.datatype',
      name: 'jackson-datatype-jdk8',
      version: '2.21.0',
      sha256: 'c80ea021476de24903da7a5596989b3b5469aac2a727348878d1079960d26700',
      role: 'scripts',
    },
    {
      group: 'com.fasterxml.jackson.datatype',
      name: 'jackson-datatype-jsr310',
      version: '2.21.0',
      sha256: 'b350169a3b2cc53d781541fe1bfbc0f00c978d185884da79b8330be8fb7aefeb',
      role: 'scripts',
    },
    ...jacksonJars,
  ],
}

/** The name of an artifact's file. */
export const fileOf = ({ name, version }: Artifact): string => `${name}-${version}.jar`

/** The program that runs scripts in a JVM, which this package contains. */
export const runnerJar = fileURLToPath(new URL('../runner/signalbox-jvm.jar', import.meta.url))

/** The jars of a language: all, and the jars that scripts see. */
export interface Classpath {
  readonly all: readonly string[]
  readonly scripts: readonly string[]
}

/** The jars of a language in a folder. */
export function classpathIn(folder: string, language: JvmLanguage): Classpath {
  const inFolder = (found: readonly Artifact[]) => [runnerJar, ...found.map((one) => resolve(folder, fileOf(one)))]
  const all = artifacts[language]
  return { all: inFolder(all), scripts: inFolder(all.filter(({ role }) => role === 'scripts')) }
}
