import { matchesGlob } from 'node:path'
import { type Dockerfile, DockerfileParser, type Instruction } from 'dockerfile-ast'
import { type Deployed, textOf } from './deployed.ts'

/** What Docker waits for before it kills a container, by default. */
const DOCKER_GRACE_MS = 10_000

/** The server of the last stage of the Dockerfile, and the command of its health check. */
export interface Image extends Deployed {
  readonly user: number
  readonly data: string
  readonly healthCheck: readonly string[]
}

/** Reads the Dockerfile. */
export function readImage(): Image {
  const instructions = stages().at(-1) ?? []
  const last = (keyword: string) => instructions.findLast((one) => one.getKeyword() === keyword)
  const env = instructions.filter(isEnv).flatMap((one) => one.getProperties())
  return {
    command: [...listOf(last('ENTRYPOINT')), ...listOf(last('CMD'))],
    env: Object.fromEntries(env.map((one) => [one.getName(), one.getValue() ?? ''])),
    workingDirectory: last('WORKDIR')?.getArgumentsContent() ?? '/',
    data: last('VOLUME')?.getArgumentsContent() ?? '/',
    user: Number(last('USER')?.getArgumentsContent()?.split(':')[0]),
    secrets: {},
    graceMs: DOCKER_GRACE_MS,
    healthCheck: listOf(last('HEALTHCHECK')),
  }
}

/** The commands that build a stage, each as its words or as a line for a shell. */
export function commandsOf(stage: string): readonly (readonly string[])[] {
  const instructions = stages().find(([from]) => from?.getArgumentsContent()?.endsWith(` AS ${stage}`)) ?? []
  return instructions
    .filter((one) => one.getKeyword() === 'RUN')
    .map((one) =>
      one.getArgumentsContent()?.startsWith('[') ? listOf(one) : ['sh', '-c', one.getArgumentsContent() ?? ''],
    )
}

const ignored = textOf('Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether a build does not get a file of its folder. */
export function isIgnored(file: string): boolean {
  const parts = file.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return above.some((path) => ignored.some((pattern) => matchesGlob(path, pattern)))
}

/** The instructions of each stage; the first of each is its `FROM`. */
export function stages(): readonly (readonly Instruction[])[] {
  const all: Instruction[][] = []
  for (const one of DockerfileParser.parse(textOf('Dockerfile')).getInstructions())
    if (one.getKeyword() === 'FROM') all.push([one])
    else all.at(-1)?.push(one)
  return all
}

type Env = ReturnType<Dockerfile['getENVs']>[number]

const isEnv = (one: Instruction): one is Env => one.getKeyword() === 'ENV'

/** The words of an instruction in its form without a shell. */
function listOf(instruction?: Instruction): readonly string[] {
  const text = instruction?.getRawArgumentsContent() ?? '[]'
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[]
}
