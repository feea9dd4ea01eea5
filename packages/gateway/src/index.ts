export type { Consumer, Exchange, HeaderEdits, HeaderView, Outcome, ResponseHead } from './pipeline/exchange.ts'
export {
  type Answer,
  type BodyTransform,
  defineGatewayPlugin,
  type GatewayPlugin,
  type Hooks,
  type Refused,
  RefusedError,
  type SlotContext,
  type Stage,
  stages,
  type Verdict,
} from './plugins/plugin.ts'
export type { ClientCertificate, Incoming } from './request/incoming.ts'
