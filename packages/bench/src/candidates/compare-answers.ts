import type { MixedFeature, User } from '../workload.ts'
import type { Evaluator } from './candidate.ts'

/**
 * Rejects if two evaluators disagree, because timing them would be pointless. If their hashes differ, percentages may
 * choose other users, but as many: within 4.5 standard deviations.
 */
export async function compareAnswers(
  one: Evaluator,
  other: Evaluator,
  { features, users }: { features: readonly MixedFeature[]; users: readonly User[] },
): Promise<void> {
  const contexts = users.map((user) => [one.toContext(user), other.toContext(user)])
  for (const { id, activationStrategy } of features) {
    const answers = await Promise.all(
      contexts.map(async ([own, its]) => [await one.isActive(id, own), await other.isActive(id, its)] as const),
    )
    const active = answers.filter(([own]) => own).length
    const expected = answers.filter(([, its]) => its).length
    const isSame =
      activationStrategy === 'PERCENTAGE' && one.hash !== other.hash
        ? Math.abs(active - expected) <= 4.5 * Math.sqrt(users.length / 2)
        : answers.every(([own, its]) => own === its)
    if (!isSame) throw new Error(`${one.name} finds ${id} active for ${active} users, ${other.name} for ${expected}`)
  }
}
