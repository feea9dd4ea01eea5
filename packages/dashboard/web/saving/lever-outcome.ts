import { failureSentence } from '../calls/failures.ts'

/** A lever that was pulled, and how its call failed. */
export interface FailedPull {
  readonly id: string
  readonly enabled: boolean
  readonly error: unknown
  /** Reads whether the feature is enabled. */
  isEnabled(): Promise<boolean>
  /** Reads who changed the feature last. */
  lastAuthor(): Promise<string>
}

/** After a failure: whether the lever is where it was pulled to all the same, and a sentence that says so. */
export async function leverOutcome(pull: FailedPull): Promise<{ readonly sentence: string; readonly isDone: boolean }> {
  const { id, enabled, error, isEnabled, lastAuthor } = pull
  const code = (error as { code?: unknown }).code
  const word = enabled ? 'on' : 'off'
  const mayBeDone = code === 'CONFLICT' || code === 'UNAVAILABLE'
  const isDone = mayBeDone && (await isEnabled().catch(() => !enabled)) === enabled
  if (!isDone) return { sentence: `${id} stays ${enabled ? 'off' : 'on'}: ${failureSentence(error)}`, isDone }
  const by = code === 'CONFLICT' ? await lastAuthor().catch(() => undefined) : undefined
  return { sentence: by === undefined ? `${id} is ${word}.` : `${by} has just switched ${id} ${word}.`, isDone }
}
