import { SignalboxError } from '@signalbox/core/errors'
import { keyPage, SHOWN_ONCE } from '../pages/own/key-page.ts'
import { stateOf } from '../pages/own/states.ts'
import { subscriptionPage } from '../pages/own/subscription-page.ts'
import { done } from './done.ts'
import { loadUsed } from './load-used.ts'
import type { Mine } from './mine.ts'
import { go, type Screen, screen } from './screen.ts'

/** A subscription: its state, its key, and its use. */
export const subscriptionScreen = (id: string): Screen =>
  screen(
    async ({ place, found: { mine, developer }, query }, form) => {
      const subscription = await mine.subscriptions.get({ id })
      const [application, used] = await Promise.all([
        mine.applications.get({ id: subscription.owner_ref ?? '' }),
        loadUsed(mine, subscription),
      ])
      const isOwner = application.members.some((one) => one.developer === developer.id && one.role === 'owner')
      return subscriptionPage(place, { ...done(query), ...form }, { ...used, application, isOwner })
    },
    {
      rotate: {
        fields: ['clientId', 'since', 'revoke'],
        spent: SHOWN_ONCE,
        async run({ place, found: { mine } }, { clientId, since, revoke }) {
          await checkKey(mine, id, { clientId, since })
          const key = await mine.subscriptions.rotate({
            id,
            ...(revoke !== undefined && { revokePrevious: true }),
            body: clientId === undefined ? {} : { clientId },
          })
          return {
            kind: 'page',
            page: keyPage(place, { ...key, replaces: clientId !== undefined }, await mine.subscriptions.get({ id })),
          }
        },
      },
      close: {
        fields: ['sure'],
        async run({ found: { mine } }, { sure }) {
          const page = `~/subscriptions/${encodeURIComponent(id)}/`
          if (sure === undefined) return go(page)
          const isWaiting = stateOf(await mine.subscriptions.get({ id })) === 'waiting'
          await mine.subscriptions.close({ id })
          return go(`${page}?done=${isWaiting ? 'withdrawn' : 'closed'}`)
        },
      },
    },
  )

/** A form that is older than the key changes nothing: two windows, or a program, may rotate the same one. */
async function checkKey(
  { subscriptions }: Mine,
  id: string,
  { clientId, since = '' }: { readonly clientId: string | undefined; readonly since: string | undefined },
): Promise<void> {
  const { results } = await subscriptions.credentials({ id })
  const key = results.find((one) => one.clientId === clientId)
  const isAsSeen =
    clientId === undefined ? results.length === 0 : key !== undefined && `${key.rotatedAt ?? ''}` === since
  if (isAsSeen) return
  throw new SignalboxError(
    'CONFLICT',
    'The key has changed since this page was opened, in another window or by a program. Nothing was rotated: rotate it again if you need a new key',
  )
}
