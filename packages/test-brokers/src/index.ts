export { type Broker, startBroker } from './broker.ts'
export { hasProgram } from './has-program.ts'
export { startNats } from './nats.ts'
export { startRedis } from './redis.ts'
