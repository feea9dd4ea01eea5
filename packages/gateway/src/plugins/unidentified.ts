import type { Admission } from '../consumers/identify.ts'
import { identifying } from '../consumers/identify.ts'
import { defineCode } from './define-code.ts'
import type { PluginCode } from './plugin.ts'

/** Knows no consumer: with `mandatory` it refuses every request; without, it leaves that to `ExpectedConsumer`. */
const knowsNobody = defineCode<Admission>({
  stage: 'identify',
  compile: (config, context) => identifying(config, () => undefined, context),
})

/** The plugins that will identify consumers, by short id. Until then nobody is known, and guarded routes refuse. */
export const unidentified: Readonly<Record<string, PluginCode>> = {
  HasClientCertMatchingValidator: knowsNobody,
}
