import { defineCode } from './define-code.ts'
import type { PluginCode } from './plugin.ts'

interface Config {
  readonly mandatory?: boolean
}

/** Knows no consumer: with `mandatory` it refuses every request; without, it leaves that to `ExpectedConsumer`. */
const knowsNobody = defineCode<Config>({
  stage: 'identify',
  compile: ({ mandatory = true }) => (mandatory ? { request: () => ({ refuse: 'errors.credentials.missing' }) } : {}),
})

/** The plugins that will identify consumers, by short id. Until then nobody is known, and guarded routes refuse. */
export const unidentified: Readonly<Record<string, PluginCode>> = {
  ApikeyCalls: knowsNobody,
  JwtUserExtractor: knowsNobody,
  HasClientCertMatchingValidator: knowsNobody,
  OIDCJwtVerifier: knowsNobody,
}
