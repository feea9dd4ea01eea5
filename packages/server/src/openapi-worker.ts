/** What runs in the thread that reads OpenAPI documents: one body in, what it says or why it says nothing out. */
import { parentPort, workerData } from 'node:worker_threads'
import { readOpenApi, SignalboxError } from '@signalbox/core'
import type { OpenApiAnswer, OpenApiQuestion } from './read-openapi.ts'

const { body, limits } = workerData as OpenApiQuestion
const port = parentPort!

const say = (answer: OpenApiAnswer) => port.postMessage(answer)

say({ isBegun: true })
say(answer())

function answer(): OpenApiAnswer {
  try {
    return { reading: readOpenApi(body, limits) }
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { code, message, errors, fieldErrors } = error
    return { failure: { code, message, errors, fieldErrors } }
  }
}
