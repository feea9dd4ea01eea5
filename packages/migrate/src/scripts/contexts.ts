import type { Used } from './scope.ts'

/** What a script decides about. */
export type Context = Readonly<Record<string, unknown>>

/** At most so many contexts are made up for a script. */
const MOST_CONTEXTS = 60

/**
 * Makes up contexts in which a script may decide differently: for each member that it reads, without it, with each text that
 * it compares, with texts that contain those, and with values of other types.
 */
export function sampleContexts({ paths, texts }: Used): readonly Context[] {
  const leaves = paths.filter((path, at) => paths.findIndex((other) => beginsWith(other, path)) === at)
  const [first = 'a'] = texts
  const around = [...texts].flatMap((text) => [text, `a${text}`, `${text}z`])
  const values = [...around, '', null, 1, true, false, {}, []]
  const usual = leaves.reduce<Context>((context, path) => withValue(context, path, first), {})
  const varied = leaves.flatMap((path) => values.map((value) => withValue(usual, path, value)))
  const alone = leaves.flatMap((path) => around.map((value) => withValue({}, path, value)))
  const contexts = new Map([{}, usual, ...interleaved(varied, alone)].map((one) => [JSON.stringify(one), one]))
  return [...contexts.values()].slice(0, MOST_CONTEXTS)
}

const beginsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((name, at) => path[at] === name)

/** The same context with another value at a path. */
function withValue(context: Context, [name = '', ...rest]: readonly string[], value: unknown): Context {
  const inner = Object.hasOwn(context, name) ? context[name] : {}
  const isInner = typeof inner === 'object' && inner !== null
  return { ...context, [name]: rest.length === 0 ? value : withValue(isInner ? (inner as Context) : {}, rest, value) }
}

const interleaved = <T>(one: readonly T[], other: readonly T[]): T[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((item) => item !== undefined)
