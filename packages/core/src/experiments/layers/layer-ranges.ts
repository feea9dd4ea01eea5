import { type Caller, may } from '../../machine/callers/caller.ts'
import { failure, problem, type SignalboxError } from '../../machine/errors/errors.ts'
import { BUCKETS } from '../../machine/secrets/hash.ts'
import type { Change, Reads } from '../../ports.ts'
import type { Experiment } from '../experiment.ts'
import { LAYERS, RANGES, rangeKey } from '../storage-keys.ts'
import { type BucketRange, rangeOf } from './compile-layer.ts'
import type { Layer } from './layer.ts'

/** A write of an experiment. */
interface LayerWrite {
  readonly next: Experiment
  readonly current?: Experiment | undefined
  readonly caller: Caller
  /** The experiments that the same commit writes. */
  readonly pending: Iterable<Layered>
}

/** What an experiment takes of a layer. */
export interface Layered {
  readonly id: string
  readonly layer: Layer | undefined
}

/** The range of an experiment in a layer. */
export interface OwnedRange extends BucketRange {
  readonly experimentId: string
}

/** The ranges of a layer, in their order. */
export async function readRanges(store: Reads, layer: string): Promise<OwnedRange[]> {
  const ranges: OwnedRange[] = []
  for await (const { key, value } of store.scan(RANGES, { where: [rangeKey(layer, '*')] }))
    ranges.push({ experimentId: key.slice(layer.length + 1), ...(value as BucketRange) })
  return inOrder(ranges)
}

/**
 * The changes that go with a written experiment. Throws CONFLICT if its range overlaps another one of the layer. The
 * commit fails if a range has been added to the layer since.
 */
export async function changesOfLayer(store: Reads, write: LayerWrite): Promise<readonly Change[]> {
  const { next, current } = write
  const { id, layer } = next
  const [before, after] = [current?.layer, layer].map((one) => one && toText(one))
  if (before === after) return []
  const left = current?.layer && current.layer.name !== layer?.name ? changesOfLeaving(current) : []
  if (!layer) return left
  const { name } = layer
  const gate = await store.get(LAYERS, name) // read before the ranges: a range that is added meanwhile changes its version
  const others = withPending(await readRanges(store, name), name, write.pending).filter(
    (one) => one.experimentId !== id,
  )
  checkFree(layer, others, write.caller)
  return [
    ...left,
    { op: 'put', collection: LAYERS, key: name, value: true, expected: gate?.version ?? null },
    { op: 'put', collection: RANGES, key: rangeKey(name, id), value: rangeOf(layer) },
  ]
}

/** The changes that go with an experiment that is deleted or leaves its layer. */
export const changesOfLeaving = ({ id, layer }: Experiment): readonly Change[] =>
  layer ? [{ op: 'delete', collection: RANGES, key: rangeKey(layer.name, id) }] : []

/** The parts of a layer that no range covers, in their order. */
export function freeRanges(ranges: readonly BucketRange[]): BucketRange[] {
  const free: BucketRange[] = []
  let end = 0
  for (const { from, to } of inOrder(ranges)) {
    if (from > end) free.push({ from: end, to: from })
    end = Math.max(end, to)
  }
  return end < BUCKETS ? [...free, { from: end, to: BUCKETS }] : free
}

const inOrder = <R extends BucketRange>(ranges: readonly R[]): R[] => ranges.toSorted((a, b) => a.from - b.from)

const toText = (layer: Layer): string => JSON.stringify([layer.name, rangeOf(layer)])

/** The ranges after the commit, based on the known experiments of it. */
function withPending(ranges: readonly OwnedRange[], name: string, pending: Iterable<Layered>): OwnedRange[] {
  const known = new Map(ranges.map((range) => [range.experimentId, range]))
  for (const { id, layer } of pending)
    if (layer?.name === name) known.set(id, { experimentId: id, ...rangeOf(layer) })
    else known.delete(id)
  return inOrder([...known.values()])
}

function checkFree(layer: Layer, others: readonly OwnedRange[], caller: Caller): void {
  const { from, to } = rangeOf(layer)
  const other = others.find((range) => range.from < to && from < range.to)
  if (other) throw overlap(layer, other, { free: freeRanges(others), caller })
}

function overlap(
  layer: Layer,
  other: OwnedRange,
  { free, caller }: { free: readonly BucketRange[]; caller: Caller },
): SignalboxError {
  const { experimentId } = other
  const isVisible = may(caller, 'R', 'Experiment', experimentId)
  const whose = isVisible ? `experiment ${experimentId} (${inWords(other)})` : 'an experiment that you may not read'
  const choices = free.slice(0, MOST_NAMED).map(inWords).join(', ')
  const wayOut =
    free.length > 0
      ? `Choose a free range (${choices}${free.length > MOST_NAMED ? ' …' : ''}) or another layer`
      : 'The layer is full: make another range smaller, or choose another layer'
  return failure(
    'CONFLICT',
    `The range ${inWords(rangeOf(layer))} of layer ${layer.name} overlaps that of ${whose}. ${wayOut}`,
    problem('error.layer.overlap', layer.name, ...(isVisible ? [experimentId] : [])),
  )
}

const inWords = ({ from, to }: BucketRange): string => `${from / BUCKETS} to ${to / BUCKETS}`

const MOST_NAMED = 5
