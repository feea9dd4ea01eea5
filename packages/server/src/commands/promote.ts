import { promote } from '../folder/promote.ts'
import { type Instance, isUrl, serverInstance, sourceInstance, storeInstance } from '../folder/sides.ts'
import { nameOfStore } from '../stores/stores.ts'
import type { Run, Words } from './command.ts'
import { onStore } from './on-store.ts'
import { endOf, output } from './plan-output.ts'

/** `signalbox diff`: how the records of two instances differ. */
export const runDiff: Run = (words, settings) => betweenSides(true)(words, settings)

/** `signalbox promote`: records of one instance to another. */
export const runPromote: Run = (words, settings) => betweenSides(false)(words, settings)

/** Runs `diff` or `promote`: one of the sides may be the configured store. */
const betweenSides =
  (compares: boolean): Run =>
  (words, settings) => {
    const { from, to, file: pattern } = words
    const usage = `signalbox ${compares ? 'diff' : 'promote'} --from URL|DIR|store --to URL|store PATTERN`
    if (from === undefined || to === undefined || pattern === undefined)
      throw new Error(`Two instances and a pattern of ids are required, such as "*": ${usage}`)
    if (from === to) throw new Error(`Both sides are ${from}: ${usage}`)
    const sides = (store?: Instance): [Instance | string, Instance] => [
      from === 'store' ? (store as Instance) : isUrl(from) ? sourceInstance(from, settings) : from,
      to === 'store' ? (store as Instance) : serverInstance(to, settings),
    ]
    const run = (store?: Instance) => promoteBetween(sides(store), { ...words, pattern, compares })
    if (from !== 'store' && to !== 'store') return run()
    return onStore((box) => run(storeInstance(box, nameOfStore(settings.store))))({}, settings)
  }

async function promoteBetween(
  [from, to]: [Instance | string, Instance],
  { pattern, compares, kinds, ...words }: Words & { pattern: string; compares: boolean },
) {
  const { reason = 'signalbox promote', prune = compares, check = false, 'dry-run': dryRun = check } = words
  const options = { pattern, kinds, prune, compares, dryRun: dryRun || check, reason, ...output }
  return endOf(await promote(from, to, options), check)
}
