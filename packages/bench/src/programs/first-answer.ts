/** Creates a script engine from the given built module and asks it. Answers with milliseconds of wall time. */
import { answerWith } from '../child.ts'
import { timeFirstAnswer } from '../first-answer.ts'

const [file = ''] = process.argv.slice(2)
const { scriptEngine } = await import(file)
answerWith(() => timeFirstAnswer(scriptEngine))
