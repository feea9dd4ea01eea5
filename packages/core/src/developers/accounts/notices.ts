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
  }
}

/** The links of the portal, and what tells people of them. */
export type Notices = ReturnType<typeof createNotices>
