import { digest } from '@signalbox/core/gateway'

const native = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** SHA-256 of a text, without a promise: by the code of the runtime where it has some, else in JavaScript. */
export const sha256: (text: string) => string = native ? (text) => native('sha256', text, 'base64url') : digest
