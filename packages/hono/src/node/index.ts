export type { NodeContext } from './node-request.ts'
export { type NodeDoor, type NodeOptions, toNode } from './to-node.ts'
