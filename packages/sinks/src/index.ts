export { createEnvelope, type Envelope, type EnvelopeOptions } from './envelope.ts'
export { type SinkFormat, sinkFormats } from './formats.ts'
