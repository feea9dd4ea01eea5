import type { Source } from './live-options.ts'

/** Most keys that are created: a program that makes keys up at run time must not fill a server. */
const MOST = 1000

/** Creates features that are asked for and not there, once a key, one after the other; one that is there by now is fine. */
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
      report(new Error(`The missing feature ${id} could not be created`, { cause }))
    }
  }

  return (id, enabled) => {
    if (tried.has(id) || tried.size >= MOST) return
    tried.add(id)
    last = last.then(() => create(id, enabled))
  }
}
