import type { Identity, Link, Notice, Signalbox, SignalboxOptions } from '../index.ts'
import { sessionOf } from '../index.ts'
import { testBox, testTime } from '../machine/callers/access.fixture.ts'

/** The password of every consumer in tests. */
export const PASSWORD = 'a very long password'

/** A consumer as a caller. */
export const consumer = (id: string): Identity => ({ id, kind: 'Developer' })

/** A box where everybody can sign up, with its time and the notices it has sent. */
export function consumerBox(options: SignalboxOptions = {}) {
  const time = testTime()
  const box = testBox({ ...time.ports, developers: { signUp: 'open' }, ...options })
  return { box, time }
}

/** A box that writes to people, with what it has written. */
export function writingBox(options: SignalboxOptions = {}) {
  const sent: Notice[] = []
  const made = consumerBox({
    developers: {
      signUp: 'open',
      notify: (notice) => void sent.push(notice),
      portalUrl: 'https://api.example.com/portal/',
    },
    ...options,
  })
  return { ...made, sent }
}

/** The token of a link. */
export function tokenIn(url: string): string {
  const found = new URL(url, 'https://portal.example/').searchParams
  return found.get('token') ?? found.get('confirmation') ?? found.get('invitation') ?? ''
}

let addresses = 0

/** Signs a person up, each from another network. Resolves with the id and the session. */
export async function signUp(box: Signalbox, name: string, invitation?: string) {
  addresses++
  const email = `${name}@example.com`
  const body = { name, email, password: PASSWORD, ...(invitation !== undefined && { invitation }) }
  const account = await box.mine.signUp({ body }, { address: `10.0.${addresses >> 8}.${addresses & 255}` })
  return { id: account.id, account, session: sessionOf(account) ?? '' }
}

/** Ann owns the application Shop, of which Max is a member; Bob has nothing. */
export async function team(box: Signalbox) {
  const [ann, max, bob] = [await signUp(box, 'ann'), await signUp(box, 'max'), await signUp(box, 'bob')]
  const { mine } = box.as(consumer(ann.id))
  const { id: shop } = await mine.applications.create({ body: { name: 'Shop' } })
  const { token }: Link = await mine.applications.invite({ id: shop, body: {} })
  await box.as(consumer(max.id)).mine.applications.join({ id: shop, body: { token } })
  return { ann: ann.id, max: max.id, bob: bob.id, shop, sessions: { ann: ann.session, max: max.session } }
}
