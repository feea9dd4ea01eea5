import type { CallOptions } from '../../../operation.ts'

/** A symbol, so that no input and no header can set it. */
const mark = /* @__PURE__ */ Symbol('whole upload')

/** Options of an upload that rejects with the error of its first invalid line, where others report it and go on. */
export const wholeUpload = (options: CallOptions): CallOptions => ({ ...options, [mark]: true }) as CallOptions

/** Whether an upload rejects with the error of its first invalid line. */
export const isWholeUpload = (call: CallOptions): boolean => mark in call
