import * as zlib from 'node:zlib'
import type { BodyCoding } from '../plugins/plugin.ts'
import type { Codings } from '../request/incoming.ts'
import type { EncodedTo, Encoder } from '../zlib-encoder.ts'
import { createZlibEncoder, zlibCodings } from '../zlib-encoder.ts'

export type { Encoder }

/** The codings of Node. */
export const nodeCodings: Codings = { names: zlibCodings, canFlush: true }

/** Begins to encode a body. */
export const createEncoder = (coding: BodyCoding, to: EncodedTo): Encoder => createZlibEncoder(zlib, coding, to)
