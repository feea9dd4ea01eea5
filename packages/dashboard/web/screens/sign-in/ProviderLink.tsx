import type { ComponentChildren } from 'preact'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { mount } from '../../place/mount.ts'

interface ProviderLinkProps {
  readonly name: string
  readonly url: string
  /** Where the user goes afterwards. */
  readonly to: string
  /** Whether it opens in another tab, beside unsaved work. */
  readonly isBeside?: boolean
}

/** Leads to the identity provider. A link: what follows are pages, not answers of the API. */
export const ProviderLink = ({ name, url, to, isBeside = false }: ProviderLinkProps) => (
  <p>
    <a
      class="provider"
      href={`${url}?${new URLSearchParams({ to })}`}
      {...(isBeside && { target: '_blank', rel: 'noreferrer' })}
    >
      Sign in with <bdi>{name}</bdi>
      {isBeside && ', in a new tab'}
    </a>
  </p>
)

/** The form for passwords. It is folded away if it is for emergencies only. */
export function PasswordPart({ children }: { readonly children: ComponentChildren }) {
  if (mount.signInWith?.passwords !== 'admin') return <div>{children}</div>
  return (
    <details>
      <summary>Sign in with a password</summary>
      {children}
    </details>
  )
}

/** What failed at the identity provider, by the names that the server sends. */
const problems: Readonly<Record<string, string>> = {
  unavailable: 'The identity provider doesn’t respond. Try again later.',
  denied: 'The identity provider didn’t let you sign in.',
  expired: 'This sign-in has expired, or was started in another browser. Sign in again.',
  rejected: 'The identity provider’s response is invalid. Sign in again.',
  incomplete: 'The identity provider doesn’t send the id that a user needs here. Ask an admin.',
  taken: 'The id of your account belongs to another user here. Ask an admin.',
  forbidden: 'Your account has no rights here. Ask an admin for access.',
}

/** Says why the user is back on this page. */
export function Problem({ name }: { readonly name: string | null }) {
  const sentence = name !== null && Object.hasOwn(problems, name) ? problems[name] : undefined
  if (sentence === undefined) return null
  return (
    <p role="alert">
      <Aspect is="danger">{sentence}</Aspect>
    </p>
  )
}
