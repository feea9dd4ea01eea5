import { buildPage } from '../packages/dashboard/build/build-page.ts'
import { describeStart } from './readmes/describe-start.ts'
import { sourceProject } from './readmes/project.ts'

describeStart(() => buildPage().then(sourceProject))
