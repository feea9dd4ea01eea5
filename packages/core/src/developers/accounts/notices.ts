import type { Report } from '../../ports.ts'
import type { Link } from './link.ts'
import type { ConsumerRules, Notice } from './options.ts'
import type { IssuedToken } from './tokens.ts'

/** The pages of the portal that take a token, with the name of the parameter. */
const pages = {
  invite: ['~/sign-up', 'invitation'],
  join: ['~/join', 'token'],
  reset: ['~/reset', 'token'],
  confirm: ['~/sign-in', 'confirmation'],
} as const

/** Creates the links of the portal, and what tells people of them. */
export function createNotices({ notify, linkTo }: ConsumerRules, report: Report) {
  function send(notice: Notice): void {
    if (!notify) return
    void Promise.resolve()
      .then(() => notify(notice))
      .catch((cause) => report(new Error(`A notice of the kind ${notice.kind} was not sent`, { cause })))
  }

  const linkOf = ({ id }: AboutSubscription): string => linkTo(`~/subscriptions/${encodeURIComponent(id)}/`)

  return {
    /** Whether people are written to. */
    isWriting: notify !== undefined,
    link(page: keyof typeof pages, issued: IssuedToken, more: Readonly<Record<string, string>> = {}): Link {
      const [path, parameter] = pages[page]
      const query = new URLSearchParams({ ...more, [parameter]: issued.token })
      return { url: linkTo(`${path}?${query}`), ...issued }
    },
    confirm: (to: string, { url }: Link) =>
      send({
        to,
        kind: 'confirm',
        link: url,
        subject: 'Confirm your e-mail address',
        text: `Open this link and sign in to confirm your e-mail address:\n\n${url}\n\nIf you did not create an account, ignore this message.`,
      }),
    move: (to: string, { url }: Link) =>
      send({
        to,
        kind: 'confirm',
        link: url,
        subject: 'Confirm your new e-mail address',
        text: `Open this link and sign in with your previous e-mail address to use this one instead:\n\n${url}\n\nIf you did not ask for this, ignore this message.`,
      }),
    reset: (to: string, { url }: Link) =>
      send({
        to,
        kind: 'reset',
        link: url,
        subject: 'Choose a new password',
        text: `Open this link to choose a new password. It works once, for 24 hours:\n\n${url}\n\nIf you did not expect this message, ignore it: your password does not change.`,
      }),
    alreadyThere: (to: string, { url }: Link) =>
      send({
        to,
        kind: 'reset',
        link: url,
        subject: 'You already have an account',
        text: `Somebody, probably you, tried to create an account with this address, which already has one. Sign in to it. If you do not know the password, open this link within 24 hours to choose a new one:\n\n${url}\n\nIf it was not you, ignore this message: nothing has changed.`,
      }),
    invite: (to: string, { url }: Link) =>
      send({
        to,
        kind: 'invite',
        link: url,
        subject: 'You are invited',
        text: `Open this link to create your account. It works once, for 7 days:\n\n${url}`,
      }),
    decision(to: string, about: AboutSubscription, decision: 'approve' | 'refuse'): void {
      const { application, api, plan, reason } = inLines(about)
      const link = linkOf(about)
      const isApproved = decision === 'approve'
      const what = isApproved
        ? `${application} can use the plan ${plan} of ${api} from now on.`
        : `${application} does not get the plan ${plan} of ${api}.`
      send({
        to,
        kind: 'decision',
        link,
        subject: `The subscription to ${api} was ${isApproved ? 'approved' : 'refused'}`,
        text: `${what}${reason === undefined ? '' : ` Reason: ${reason}`}\n\n${link}`,
      })
    },
    rotation(to: string, about: AboutSubscription, { by, previousUntil }: Rotation): void {
      const { application, api, plan } = inLines(about)
      const link = linkOf(about)
      const previous =
        previousUntil === undefined
          ? ''
          : previousUntil === 0
            ? ' The previous secret no longer works.'
            : ` The previous secret works until ${new Date(previousUntil).toISOString()}.`
      send({
        to,
        kind: 'rotation',
        link,
        subject: `${application} has a new key for ${api}`,
        text: `${inLine(by)} created a new secret for the plan ${plan} of ${api}.${previous}\n\n${link}\n\nIf you did not expect this message, ask the other members of ${application}.`,
      })
    },
  }
}

/** A subscription, in the words that its people know. */
export interface AboutSubscription {
  readonly id: string
  readonly application: string
  readonly api: string
  readonly plan: string
  readonly reason?: string | undefined
}

interface Rotation {
  readonly by: string
  /** Epoch milliseconds; 0 if the previous secret was revoked, `undefined` if there was none. */
  readonly previousUntil: number | undefined
}

/** Names of other people in one line: they must not begin lines or headers of a message. */
const inLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

const inLines = ({ application, api, plan, reason }: AboutSubscription) => ({
  application: inLine(application),
  api: inLine(api),
  plan: inLine(plan),
  reason: reason === undefined || reason === '' ? undefined : inLine(reason),
})

/** The links of the portal, and what tells people of them. */
export type Notices = ReturnType<typeof createNotices>
