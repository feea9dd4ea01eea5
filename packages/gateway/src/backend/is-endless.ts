import { getHeader } from '../headers/header-list.ts'

/** Whether a response is a stream of events or of gRPC, which may go on for as long as bytes come. */
export const isEndless = (rawHeaders: readonly string[]): boolean =>
  /^(text\/event-stream|application\/grpc)/i.test(getHeader(rawHeaders, 'content-type') ?? '')
