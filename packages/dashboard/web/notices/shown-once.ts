import { signal } from '@preact/signals'
import { memberOf } from '../values/is-same.ts'

/** The secret of a kind of records that the service creates and returns only once. */
export interface RecordSecret {
  /** The member of the answer that has it. */
  readonly member: string
  /** What every other answer has in its place. Absent: they lack the member. */
  readonly mask?: string
  /** What it is called, such as `signing secret`. */
  readonly label: string
  /** What the id of the record is called, if programs need it, too. It is shown beside the secret. */
  readonly idLabel?: string
  /** What it is for, in a sentence. */
  readonly purpose: string
  /** The lines that an `.env` file needs, if programs use it. */
  env?(id: string, secret: string): string
  /** A command that uses it, if there is one. */
  curl?(id: string, secret: string, apiUrl: string): string | undefined
}

/** A secret that waits until the user has stored it. */
export interface WaitingSecret extends RecordSecret {
  readonly id: string
  readonly secret: string
  /** What became of the secret before, in a sentence. */
  readonly note?: string
}

/** The secrets that the user must store, the oldest first. Only this signal has them. */
export const shownOnce = signal<readonly WaitingSecret[]>([])

/** Forgets the oldest secret: the user has stored it. */
export const forgetSecret = (): void => {
  shownOnce.value = shownOnce.peek().slice(1)
}

/** Shows a secret that the page itself has set, such as a password. */
export const showSecret = (secret: WaitingSecret): void => {
  shownOnce.value = [...shownOnce.peek(), secret]
}

/** Shows the secret that an answer has, if it has one. Returns the answer as others get it, so that nothing keeps the secret. */
export function takeSecret<T extends object>(answer: T, id: string, kind: RecordSecret): T {
  const { member, mask } = kind
  const secret = memberOf(answer, member)
  if (typeof secret !== 'string' || secret === mask) return answer
  showSecret({ ...kind, id, secret })
  const { [member as keyof T]: _, ...rest } = answer
  return (mask === undefined ? rest : { ...answer, [member]: mask }) as T
}
