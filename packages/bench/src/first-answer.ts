import type { scriptEngine } from '@signalbox/scripts'

/** Milliseconds of wall time from creating an engine to its first answer. */
export async function timeFirstAnswer(make: typeof scriptEngine): Promise<number> {
  const start = performance.now()
  const engine = make({ wallMs: 60_000 })
  const script = 'function enabled(context, enabled) { enabled() }'
  const { error } = await engine.run({ type: 'javascript', script, context: {} })
  const time = performance.now() - start
  await engine.close()
  if (error) throw new Error(error.message)
  return time
}
