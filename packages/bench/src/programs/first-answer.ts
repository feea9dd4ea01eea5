/** Makes an engine for scripts, of the built module that is named, and asks it: answers with milliseconds by the wall. */
import { answerWith } from '../child.ts'
import { timeFirstAnswer } from '../first-answer.ts'

const [file = ''] = process.argv.slice(2)
const { scriptEngine } = await import(file)
answerWith(() => timeFirstAnswer(scriptEngine))
