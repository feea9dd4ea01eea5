export { type Listening, type ListenOptions, listen } from './listen.ts'
export { type HasPipeline, type NodeListeners, toNode } from './to-node.ts'
export type { TransportOptions } from './transport.ts'
