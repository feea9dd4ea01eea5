import { problem, SignalboxError } from '../errors/errors.ts'

const LONGEST_KEY = 256

/** How long the response to a call with an `Idempotency-Key` is remembered, in milliseconds. */
export const REMEMBERED = 24 * 60 * 60_000

/** Throws INVALID for an `Idempotency-Key` that is too long. */
export function checkKey(idempotencyKey = ''): void {
  if (idempotencyKey.length <= LONGEST_KEY) return
  throw invalidKey(`The header Idempotency-Key must have at most ${LONGEST_KEY} characters`, [
    problem('error.length.maximum', LONGEST_KEY),
  ])
}

/** The failure of a call that repeats the key of another call. */
export const usedKey = () =>
  invalidKey(
    'The header Idempotency-Key belongs to an earlier call with another body: send a new key with each new call',
    [problem('error.key.used')],
  )

const invalidKey = (message: string, problems: readonly ReturnType<typeof problem>[]) =>
  new SignalboxError('INVALID', message, { fieldErrors: { 'Idempotency-Key': problems } })
