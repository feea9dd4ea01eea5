/** The entry point of the thread that reads OpenAPI documents: receives documents, posts results or errors. */
import { parentPort } from 'node:worker_threads'
import { readOpenApi, SignalboxError } from '@signalbox/core/openapi'
import type { OpenApiAnswer, OpenApiQuestion } from './openapi-thread.ts'

const port = parentPort!

const say = (answer: OpenApiAnswer) => port.postMessage(answer)

port.on('message', (question: OpenApiQuestion) => {
  say({ isBegun: true })
  say(answer(question))
})

function answer({ body, limits }: OpenApiQuestion): OpenApiAnswer {
  try {
    return { reading: readOpenApi(body, limits) }
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { code, message, errors, fieldErrors } = error
    return { failure: { code, message, errors, fieldErrors } }
  }
}
