import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { here, type Place, run, startJob, startMcp, startServer } from './place.ts'

/**
 * Runs each command of a block. The comment after a `curl` call is the expected status, optionally with a part of the
 * response. Commands without a comment must succeed.
 */
export async function runCommands(text: string, place: Place): Promise<void> {
  const lines = text.trim().replaceAll('\\\n', ' ').split('\n')
  for (const line of lines) {
    const [, command = '', comment = ''] = /^(.*?)(?: +# (.*))?$/.exec(line) ?? []
    const [, settings = '', words = ''] = /^((?:\w+=\S+ )*)(.*)$/.exec(command) ?? []
    if (words === 'npm start' || words === 'npx signalbox') await startServer(toSettings(settings), place)
    else if (words.startsWith(MCP)) await startMcp(here(words.slice(MCP.length), place.addresses).split(' '), place)
    else if (words.endsWith(' &')) await startJob(here(words.slice(0, -2), place.addresses), place)
    else if (words === 'kill %1') await place.jobs.shift()?.()
    else if (words.startsWith('npm install ')) await install(words, place)
    else if (words.startsWith('curl ')) await call(command, comment, place)
    else await succeed(command, place)
  }
}

/** How `signalbox mcp` is started on the port 9010. */
const MCP = 'npx signalbox mcp --port 9010 '

const toSettings = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  )

/** Installs the packages of an install line, unless they were installed once for all READMEs, and checks that they are there. */
async function install(words: string, { project }: Place): Promise<void> {
  const names = words.split(' ').filter((word, index) => index > 1 && !word.startsWith('-'))
  await project.install?.(names)
  expect(names.filter((name) => !project.has(name))).toEqual([])
}

/** Runs `curl`, prints the status as the last line, and ends streams after a while. */
const CURL = `#!/bin/sh
complain=--show-error
case " $* " in *" -N "*) complain='--max-time 2' ;; esac
PATH=\${PATH#*:} curl --silent $complain --write-out '\\n%{http_code}' "$@"
status=$?
[ $status -eq 28 ] || exit $status
`

async function call(command: string, comment: string, place: Place): Promise<void> {
  const tools = join(place.project.folder, 'tools')
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'curl'), CURL)
  chmodSync(join(tools, 'curl'), 0o755)
  const { stdout } = await succeed(command, place, { PATH: `${tools}:${place.project.env.PATH}` })
  const [, body = '', status] = /^(.*)\n(\d{3})$/s.exec(stdout) ?? []
  const [, wanted = '2\\d\\d', part = ''] = /^(\d{3})? ?(.*)$/.exec(comment) ?? []
  expect(`${status} ${body}`).toMatch(new RegExp(`^${wanted} `))
  expect(body).toContain(part)
}

async function succeed(command: string, place: Place, env = {}) {
  const signalbox = place.project.signalbox.map((word) => `'${word}'`).join(' ')
  const own = here(command, place.addresses).replaceAll('npx signalbox ', `${signalbox} `)
  const ended = await run(place, ['sh', '-c', own], env)
  expect({ code: ended.code, stderr: ended.stderr }, ended.stdout).toEqual({ code: 0, stderr: '' })
  return ended
}
