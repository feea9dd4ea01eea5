import type { Arm } from '@signalbox/core/evaluate'
import { withItem } from '../condition/conditions.ts'

/** The sum of the weights of a split. */
export const sumOf = (arms: readonly Pick<Arm, 'weight'>[]): number =>
  rounded(arms.reduce((sum, { weight }) => sum + weight, 0))

/** Sums that stand for everybody: while the weights add up to one of them, a change of a weight keeps the sum. */
const wholes: ReadonlySet<number> = new Set([1, 100, 1000])

/** Whether a change of a weight is taken from its neighbor. */
export const isLinked = (arms: readonly Arm[]): boolean => arms.length > 1 && wholes.has(sumOf(arms))

/** The split with another weight. In a linked split its neighbor, the one after it or else before it, gets the rest. */
export function withWeight(arms: readonly Arm[], at: number, weight: number): readonly Arm[] {
  const next = withItem(arms, at, { ...(arms[at] as Arm), weight })
  if (!isLinked(arms)) return next
  const neighbor = at + 1 < arms.length ? at + 1 : at - 1
  const rest = rounded((arms[neighbor] as Arm).weight + (arms[at] as Arm).weight - weight)
  return rest < 0 ? next : withItem(next, neighbor, { ...(arms[neighbor] as Arm), weight: rest })
}

/** The split with equal weights that add up to 100. They are whole numbers, as the hash of Unleash needs them. */
export function withEqualWeights(arms: readonly Arm[]): readonly Arm[] {
  const least = Math.floor(100 / arms.length)
  const more = 100 - least * arms.length
  return arms.map((arm, at) => ({ ...arm, weight: at < more ? least + 1 : least }))
}

/** The share of each part in percent, with one decimal. */
export function sharesOf(arms: readonly Pick<Arm, 'weight'>[]): readonly number[] {
  const sum = sumOf(arms)
  return arms.map(({ weight }) => (sum > 0 ? Math.round((weight / sum) * 1000) / 10 : 0))
}

/** A name that no part has: A, B … */
export function newName(arms: readonly Pick<Arm, 'name'>[]): string {
  const names = new Set(arms.map(({ name }) => name))
  for (let at = 0; at < 26; at++) {
    const name = String.fromCharCode(65 + at)
    if (!names.has(name)) return name
  }
  return `part ${arms.length + 1}`
}

/** Without the error of binary fractions: 0.1 + 0.2 is 0.3. */
const rounded = (weight: number): number => Number(weight.toFixed(9))
