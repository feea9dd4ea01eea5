import { failureSentence } from '../../calls/failures.ts'
import { confirmed } from '../../confirm/question.ts'
import { toast } from '../../notices/toasts.ts'
import { operationsOf } from '../../records/operations.ts'

/** Stops the deliveries of a webhook, or lets it deliver again from where it stopped. */
export async function setBanned(id: string, isBanned: boolean): Promise<void> {
  const action = isBanned ? 'Stop deliveries' : 'Deliver again'
  const because = await confirmed([id], { title: `${action} to ${id}?`, action })
  if (!because) return
  await attempt(async () => {
    await operationsOf('webhooks').patch({ id, body: { isBanned } }, because)
    toast(isBanned ? `${id} gets no more events.` : `${id} gets events again, from where they stopped.`, {
      action: { label: 'Undo', run: () => void setBanned(id, !isBanned) },
    })
  })
}

/** Replaces the signing secret, after the id was typed. The new one is shown once. */
export async function replaceSecret(id: string): Promise<void> {
  const because = await confirmed([id], {
    title: `Replace the signing secret of ${id}?`,
    action: 'Replace',
    danger: true,
    isFinal: true,
    means: ['Calls are signed with the new secret at once. The receiver rejects them until it has it.'],
  })
  if (!because) return
  await attempt(() => operationsOf('webhooks').patch({ id, body: { secret: newSecret() } }, because))
}

async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    toast(failureSentence(error), { aspect: 'danger' })
  }
}

/** A signing secret as Standard Webhooks has them: `whsec_` and 32 random bytes in Base64. */
const newSecret = (): string => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
