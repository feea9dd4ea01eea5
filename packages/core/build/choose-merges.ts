/** A file of a build: its bytes, and the files and packages that it imports at once. */
export interface BuiltFile {
  readonly size: number
  readonly imports: readonly string[]
}

/** A file that programs load first: an entry, or a late import after `afterwards` was loaded. */
export interface Start {
  readonly file: string
  readonly afterwards?: string
  /** Whether merging adds nothing to what it loads. */
  readonly isLight: boolean
}

interface Build {
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly starts: readonly Start[]
}

/** What a file costs like: reading and linking one takes as long as this many bytes of another. */
const FILE = 12_000

/** How much a start may read, if it reads so many bytes without merging. What is light and what it loads later stay so. */
function mostOf({ isLight, afterwards }: Start, bytes: number): number {
  if (isLight) return bytes
  return afterwards === undefined ? bytes * 1.5 + 8000 : bytes * 1.1
}

/**
 * Chooses which of these chunks become one file, so that all starts together load the fewest files without reading
 * much that they do not need, and no other package. Returns the chunk that each merged chunk becomes part of. Merging creates no cycle.
 */
export function chooseMerges({ files, starts }: Build, chunks: readonly string[]): ReadonlyMap<string, string> {
  const most = new Map(loadsOf({ files, starts }).map(({ start, bytes }) => [start, mostOf(start, bytes)]))
  const into = new Map<string, string>()
  let left = [...chunks]
  for (let now = files; ; ) {
    const best = bestOf({ files: now, starts }, left, most)
    if (!best) return new Map([...into.keys()].map((name) => [name, last(into, name)]))
    into.set(best.other, best.one)
    left = left.filter((name) => name !== best.other)
    now = merged(now, best)
  }
}

interface Pair {
  readonly one: string
  readonly other: string
}

/** The pair of chunks whose merging saves most; `undefined` if none saves anything. */
function bestOf(build: Build, chunks: readonly string[], most: ReadonlyMap<Start, number>): Pair | undefined {
  const { files } = build
  const reached = new Map([...files.keys()].map((name) => [name, reach(files, name)]))
  const loads = loadsOf(build)
  const isCircular = (from: string, to: string) =>
    files.get(from)?.imports.some((name) => name !== to && reached.get(name)?.has(to))
  let best: Pair | undefined
  let saved = 0
  for (const [at, one] of chunks.entries())
    for (const other of chunks.slice(at + 1)) {
      const both = [...(reached.get(one) ?? []), ...(reached.get(other) ?? [])]
      const saving = savingOf(both)
      if (saving > saved && !isCircular(one, other) && !isCircular(other, one)) [best, saved] = [{ one, other }, saving]

      function savingOf(both: readonly string[]): number {
        let sum = 0
        for (const { start, names, before, bytes } of loads) {
          if (!names.has(one) && !names.has(other)) continue
          const added = [...new Set(both)].filter((name) => !names.has(name) && !before.has(name))
          const more = added.reduce((size, name) => size + sizeOf(files, name), 0)
          const isOther = added.some((name) => !files.has(name))
          if (isOther || (more > 0 && bytes + more > (most.get(start) ?? 0))) return 0
          sum += FILE - added.length * FILE - more
        }
        return sum
      }
    }
  return best
}

/** What each start loads: the files, and their bytes. `before` was loaded earlier. */
function loadsOf({ files, starts }: Build) {
  return starts.map((start) => {
    const before: ReadonlySet<string> = start.afterwards === undefined ? new Set() : reach(files, start.afterwards)
    const names = new Set([...reach(files, start.file)].filter((name) => !before.has(name)))
    return { start, names, before, bytes: [...names].reduce((size, name) => size + sizeOf(files, name), 0) }
  })
}

function merged(files: Build['files'], { one, other }: Pair): Build['files'] {
  const renamed = (names: readonly string[]) => [...new Set(names.map((name) => (name === other ? one : name)))]
  const together = {
    size: sizeOf(files, one) + sizeOf(files, other),
    imports: [one, other]
      .flatMap((name) => files.get(name)?.imports ?? [])
      .filter((name) => name !== one && name !== other),
  }
  return new Map(
    [...files]
      .filter(([name]) => name !== other)
      .map(([name, file]) => [name, name === one ? together : { ...file, imports: renamed(file.imports) }]),
  )
}

const sizeOf = (files: Build['files'], name: string): number => files.get(name)?.size ?? 0

/** A file and all that it loads at once. */
export function reach(files: Build['files'], from: string): ReadonlySet<string> {
  const reached = new Set([from])
  for (const name of reached) for (const target of files.get(name)?.imports ?? []) reached.add(target)
  return reached
}

/** Follows a merged chunk to the file that remains. */
function last(into: ReadonlyMap<string, string>, name: string): string {
  const next = into.get(name)
  return next === undefined ? name : last(into, next)
}
