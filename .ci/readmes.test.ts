import { describeReadmes } from './readmes/describe-readmes.ts'
import { sourceProject } from './readmes/project.ts'

// The suites of stores and of the API have tests of their own in this run.
describeReadmes(sourceProject, ['describeApi(', 'describeStore('])
