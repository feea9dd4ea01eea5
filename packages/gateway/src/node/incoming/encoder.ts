import * as zlib from 'node:zlib'
import { createZlibEncoder, type EncodedTo, type Encoder, zlibCodings } from '../../backend/zlib-encoder.ts'
import type { Codings } from '../../plugin-api/connection.ts'
import type { BodyCoding } from '../../plugin-api/hooks.ts'

export type { Encoder }

/** The codings of Node. */
export const nodeCodings: Codings = { names: zlibCodings, canFlush: true }

/** Begins to encode a body. */
export const createEncoder = (coding: BodyCoding, to: EncodedTo): Encoder => createZlibEncoder(zlib, coding, to)
