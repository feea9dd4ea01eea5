import { buildPage } from '../packages/dashboard/build/build-page.ts'
import { describeReadmes } from './readmes/describe-readmes.ts'
import { sourceProject } from './readmes/project.ts'

// The suites for stores and the API have their own tests in this run.
describeReadmes(() => buildPage().then(sourceProject), ['describeApi(', 'describeStore('])
