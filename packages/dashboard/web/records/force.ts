import { api } from '../calls/api.ts'
import { asked } from '../confirm/question.ts'
import type { Kind } from '../kinds/kinds.ts'
import { boundQuestion, isBound } from '../saving/bound-question.ts'
import { declined } from '../saving/declined.ts'

/** What a write is sent with when the user wants what the service rejected at first. */
export interface Force {
  readonly force?: true
}

/**
 * Sends a write. If the service rejects it because it would remove what clients have, asks the user, who sees how many
 * they are, and sends it again by force. Rejects with `declined` if the user does not want that.
 */
export async function orForced<T>(
  { kind, id }: { readonly kind: Kind; readonly id: string },
  send: (force: Force) => Promise<T>,
): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    if (kind !== 'experiments' || !isBound(error)) throw error
    const { variants } = await api.experiments.get({ id })
    if (!(await asked({ ...boundQuestion(error, variants), why: false }))) throw declined()
    return send({ force: true })
  }
}
