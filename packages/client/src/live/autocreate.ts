import type { Source } from './following/source.ts'

/** The maximum number of features to create, so that a program that generates keys cannot fill a server. */
const MOST_CREATED = 1000

/**
 * Creates features that were requested but do not exist: each key once, one at a time. A feature that exists by then is
 * fine.
 */
export function createMissing(
  { features }: Pick<Source, 'features'>,
  report: (error: unknown) => void,
): (id: string, enabled: boolean) => void {
  const tried = new Set<string>()
  let last = Promise.resolve()

  async function create(id: string, enabled: boolean): Promise<void> {
    try {
      await features.create({ body: { id, enabled, activationStrategy: 'NO_STRATEGY' } })
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'CONFLICT') return
      report(new Error(`Feature ${id} does not exist, and could not be created (autocreate)`, { cause }))
    }
  }

  return (id, enabled) => {
    if (tried.has(id) || tried.size >= MOST_CREATED) return
    tried.add(id)
    last = last.then(() => create(id, enabled))
  }
}
