import type { Wait } from './ports.ts'

/** How a host takes the bytes of an event stream. */
export interface FrameOptions {
  /** What the host is told of a failure. @default the failure itself */
  readonly onFailure?: ((error: unknown) => unknown) | undefined
  /** Cuts the connection of a reader who is too slow. @default the stream fails */
  readonly onCut?: (() => void) | undefined
  /** How comments that keep the connection open are timed, where each reader has its own. @default a timer that lets the process end */
  readonly wait?: Wait
}

/** Opens a stream of events as bytes that all its readers share. */
export type Frames = (options: FrameOptions) => ReadableStream<Uint8Array>
