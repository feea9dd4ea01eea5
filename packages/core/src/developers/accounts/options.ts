import { checkOptions } from '../../machine/errors/check-options.ts'

/**
 * Who may create an account as a consumer of APIs: nobody (`off`), anyone with an invitation (`invite`), or everybody
 * (`open`).
 */
export type SignUp = 'off' | 'invite' | 'open'

/** Something to tell a person, usually by e-mail. */
export interface Notice {
  /** The e-mail address. */
  readonly to: string
  readonly kind: 'confirm' | 'reset' | 'invite' | 'decision' | 'rotation'
  /** What to open. Relative to the portal (`~/…`) without the option `portalUrl`. */
  readonly link?: string
  /** One line. */
  readonly subject: string
  /** Plain text, with the link if there is one. */
  readonly text: string
}

/** Tells people something. Nobody waits for it; failures are reported. */
export type Notify = (notice: Notice) => void | Promise<void>

/** How people become consumers of APIs. */
export interface DeveloperOptions {
  /** @default 'off' */
  readonly signUp?: SignUp
  /**
   * Writes to people. With it, a new account waits until its address is confirmed, a new address of an account takes effect when
   * it is confirmed, and neither reveals which addresses have an account. Without it, only the response to the call that creates a
   * link shows it.
   * @default nobody is written to
   */
  readonly notify?: Notify
  /** Where the portal is, such as `https://api.example.com/portal`: links begin with it. @default links are relative: `~/…` */
  readonly portalUrl?: string
}

const names = { signUp: true, notify: true, portalUrl: true } as const satisfies Record<keyof DeveloperOptions, true>
const modes: readonly unknown[] = ['off', 'invite', 'open'] satisfies readonly SignUp[]

/** The options with their defaults. Throws a `TypeError` for an unknown one, and a `RangeError` for an invalid one. */
export function readDeveloperOptions(options: DeveloperOptions = {}): ConsumerRules {
  checkOptions('The option "developers"', options, names)
  const { signUp = 'off', notify, portalUrl } = options
  if (!modes.includes(signUp))
    throw new RangeError(
      `The option "developers.signUp" is ${JSON.stringify(signUp)}: expected ${modes.map((mode) => JSON.stringify(mode)).join(', ')}`,
    )
  if (portalUrl !== undefined && !/^https?:\/\/[^\s?#]+$/.test(portalUrl))
    throw new RangeError(
      `The option "developers.portalUrl" is ${JSON.stringify(portalUrl)}: expected a URL such as https://api.example.com/portal, without query and fragment`,
    )
  return {
    signUp,
    ...(notify && { notify }),
    linkTo: (path) => (portalUrl === undefined ? path : `${portalUrl.replace(/\/+$/, '')}/${path}`),
  }
}

/** How people become consumers in an instance. */
export interface ConsumerRules extends Pick<DeveloperOptions, 'notify'> {
  readonly signUp: SignUp
  /** The address of a page of the portal: `~/join`. */
  readonly linkTo: (path: string) => string
}
