import { bulk, crud, patchable, selectable } from '../machine/records/contract.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { applications } from './application.ts'
import { developers } from './developer.ts'

const { deleteMany: _developers, ...developerRecords } = crud(developers)
const { deleteMany: _applications, ...applicationRecords } = crud(applications)

/** The operations on consumers, for the people of an API. */
export const developerContract = {
  ...developerRecords,
  ...selectable(developers),
  ...patchable(developers),
  ...bulk(developers),
  delete: operation({
    ...developerRecords.delete,
    summary: 'Delete a developer: its applications lose this member, and stay',
  }),
}

/** The operations on applications, for the people of an API. */
export const applicationContract = {
  ...applicationRecords,
  ...selectable(applications),
  ...patchable(applications),
  ...bulk(applications),
  delete: operation({
    ...applicationRecords.delete,
    summary: 'Delete an application; one with open subscriptions requires `force`, which closes them',
    query: object({
      force: Type.Optional(
        Type.Boolean({ default: false, description: 'Also closes its subscriptions and disables their credentials' }),
      ),
    }),
  }),
}
