import { redactText } from '@signalbox/gateway/log'
import type { Settings } from '../settings/settings.ts'
import { errorMembers, type LoggedError } from './logged-error.ts'
import type { Logger } from './logger.ts'

interface PrettyOptions {
  readonly level: Settings['logLevel']
  /** Whether every error is one line with its causes. Otherwise unexpected errors have their stack. @default false */
  readonly isTerse?: boolean | undefined
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

const levels = ['debug', 'info', 'warn', 'error'] as const

/** Creates a logger for people: sentences on `out`, warnings and errors on `err`. */
export function prettyLogger({ level, isTerse = false, out, err }: PrettyOptions): Logger {
  const isShown = (own: (typeof levels)[number]) => levels.indexOf(own) >= levels.indexOf(level)
  return {
    debug: (message) => isShown('debug') && out(`${sentence(message)}\n`),
    info: (message) => isShown('info') && out(`${sentence(message)}\n`),
    warn: (message) => isShown('warn') && err(`Warning: ${sentence(message)}.\n`),
    error: (error: LoggedError) => err(`${isTerse || isKnown(error) ? lineOf(error) : withStack(error)}\n`),
  }
}

/** What workers report is about their surroundings. */
const isKnown = ({ name, worker }: LoggedError): boolean => name === 'SignalboxError' || worker !== undefined

/** An error as one line with its causes. */
function lineOf(error: Error): string {
  const texts: string[] = []
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    if (!texts.some((text) => text.includes((one as Error).message))) texts.push(one.message)
  return `${sentence(texts.join(': '))}.${inRequest(error)}`
}

/** An unexpected error with its stack and the stacks of its causes. */
function withStack(error: Error): string {
  const texts: string[] = []
  for (let one: ReturnType<typeof errorMembers> | undefined = errorMembers(error); one; one = one.cause)
    texts.push(one.stack ?? `${one.type}: ${one.message}`)
  const [first = '', ...causes] = texts.map((text) => text.replace(CONTROL, escaped))
  const [head = '', ...stack] = first.split('\n')
  return [`${head}${inRequest(error)}`, ...stack, ...causes.map((text) => `  caused by ${text}`)].join('\n')
}

const inRequest = ({ requestId }: LoggedError): string => (requestId === undefined ? '' : ` (request ${requestId})`)

/** Texts may come from clients: they cannot begin a line or control a terminal. */
const sentence = (text: string): string =>
  redactText(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(CONTROL, escaped)

/** Control characters but tabs and line breaks. */
const CONTROL = /[^\P{Cc}\t\n]/gu

const escaped = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
