export { portal } from './portal.ts'
export type { Authenticate, Person, PortalOptions } from './portal-options.ts'
export type { PortalBox } from './serving/read-site.ts'
export type { FinishedSignIn, ProviderAnswer, SignInProvider } from './sign-in-provider.ts'
