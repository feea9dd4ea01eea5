import { SignalboxError, type Store } from '@signalbox/core'
import type { SignInProvider } from '@signalbox/portal'
import type { Settings } from '../settings/settings.ts'
import { claimsOfConsumers, personOf } from './person-of.ts'
import { SignInFailure, signInProblems } from './sign-in-failure.ts'
import { createSignInFlow } from './sign-in-flow.ts'

interface ProviderParts {
  /** The address of the portal as browsers see it, without a slash at its end. */
  readonly portalUrl: string
  readonly store: Store
  readonly report: (error: unknown) => void
}

/** Creates the way in which consumers sign in to the portal, with the identity provider of the settings. */
export function portalProvider(settings: Settings, { portalUrl, store, report }: ProviderParts): SignInProvider {
  const { oidcGroupsClaim: groupsClaim } = settings
  const flows = createSignInFlow(settings, {
    ...{ callback: `${portalUrl}/~/sign-in/callback`, store },
    ...{ name: 'signalbox_portal_sign_in', wanted: claimsOfConsumers(groupsClaim) },
  })

  /** What people read of a failure; operators read why. */
  function inWords(error: unknown): unknown {
    if (!(error instanceof SignInFailure)) return error
    report(error)
    const [code, message] = error.problem === 'incomplete' ? TOO_MUCH : signInProblems[error.problem]
    return new SignalboxError(code, message, { cause: error })
  }
  const told = (error: unknown): never => {
    throw inWords(error)
  }

  return {
    name: settings.oidcName,
    begin: ({ to, isSecure }) => flows.begin(to, isSecure).catch(told),
    async finish(request) {
      const { to, noCookie, claims } = await flows.resume(request)
      const person = async () => personOf(await claims(), groupsClaim)
      return { to, cookie: noCookie, person: () => person().catch(told) }
    },
  }
}

const TOO_MUCH = ['FORBIDDEN', 'Your account has too many groups: ask the owners of the API'] as const
