import type { Wait } from '../../ports.ts'

/** How a host reads the bytes of an event stream. */
export interface FrameOptions {
  /** Maps a failure before the host sees it. @default the failure itself */
  readonly onFailure?: ((error: unknown) => unknown) | undefined
  /** Closes the connection of a reader that is too slow. @default the stream fails */
  readonly onCut?: (() => void) | undefined
  /**
   * Waits between the comments that keep the connection open, where each reader has its own timer.
   * @default a timer that lets the process end
   */
  readonly wait?: Wait
}

/** Opens a stream of events as bytes that are encoded once for all its readers. */
export type Frames = (options: FrameOptions) => ReadableStream<Uint8Array>
