import { defineCode } from '../../plugin-api/define-code.ts'
import { requestContent } from '../shared/workflow/request-content.ts'
import { compileRuns, type WorkflowConfig } from '../shared/workflow/run-workflow.ts'
import { toAnswer } from '../shared/workflow/to-answer.ts'
import { workflowInput } from '../shared/workflow/workflow-input.ts'

/** Responds with the result of a workflow, in place of a backend. */
export const workflowBackend = defineCode<WorkflowConfig>({
  stage: 'backend',
  compile(config, context) {
    const runs = compileRuns(config, context)
    return {
      body: 'whole',
      waits: true,
      async request(exchange) {
        const read = requestContent(exchange)
        if ('refuse' in read) return read
        const done = await runs.run(exchange, workflowInput(exchange, read.content))
        if ('refuse' in done) return done
        try {
          return { answer: toAnswer(done.result) }
        } catch (error) {
          return runs.failed(error)
        }
      },
    }
  },
})
