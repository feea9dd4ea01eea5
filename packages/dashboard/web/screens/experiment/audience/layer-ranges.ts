import type { Experiment, Results } from '@signalbox/core/contract'
import { BUCKETS } from '@signalbox/core/evaluate'

/** A part of a layer, with its ends as fractions of 1. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The range of another experiment in a layer; without an id, the caller may not read that experiment. */
export interface Neighbour extends Range {
  readonly experiment?: string
}

/** An experiment in a layer. */
export type InLayer = Pick<Experiment, 'id'> & { readonly layer: NonNullable<Experiment['layer']> }

/** What is known of a layer: the experiments that the caller may read, and what the results of one say of the others. */
interface Known {
  readonly id: string
  readonly name: string
  readonly experiments: readonly InLayer[]
  readonly result: Results['layer']
}

/** The other experiments of a layer, in the order of their ranges. */
export function neighboursOf({ id, name, experiments, result }: Known): Neighbour[] {
  const readable = experiments
    .filter((one) => one.id !== id && one.layer.name === name)
    .map((one): Neighbour => ({ experiment: one.id, from: one.layer.from, to: one.layer.to }))
  const hidden = result?.name === name ? result.beside.filter(({ experiment }) => experiment === undefined) : []
  return [...readable, ...hidden].toSorted((a, b) => a.from - b.from)
}

/** The parts of a layer that the ranges leave free, in their order. */
export function freeRanges(ranges: readonly Range[]): Range[] {
  const free: Range[] = []
  let end = 0
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (bucket(from) > bucket(end)) free.push({ from: end, to: from })
    end = Math.max(end, to)
  }
  return bucket(end) < BUCKETS ? [...free, { from: end, to: 1 }] : free
}

/** The neighbour that a range overlaps. */
export const overlapOf = (range: Range, neighbours: readonly Neighbour[]): Neighbour | undefined =>
  neighbours.find(({ from, to }) => bucket(from) < bucket(range.to) && bucket(range.from) < bucket(to))

/** The share of clients in ranges that do not overlap. */
export const sizeOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { from, to }) => sum + bucket(to) - bucket(from), 0) / BUCKETS

/** A fraction in percent, as people write it: with up to three decimals. */
export const toPercent = (fraction: number): number => bucket(fraction) / (BUCKETS / 100)

/** The fraction of a percentage, as finely as a layer is divided. */
export const fromPercent = (percent: number): number =>
  Math.min(BUCKETS, Math.max(0, Math.round((percent * BUCKETS) / 100))) / BUCKETS

/** The names of layers, sorted. */
export const layerNames = (experiments: readonly InLayer[]): string[] =>
  [...new Set(experiments.map(({ layer }) => layer.name))].sort()

const bucket = (fraction: number): number => Math.round(fraction * BUCKETS)
