import { segmentSchema } from '../machine/keys/key.ts'
import { bulk, crud, patchable, selectable } from '../machine/records/contract.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { linkSchema } from './accounts/link.ts'
import { applications, roleSchema } from './application.ts'
import { developers, emailSchema, nameSchema } from './developer.ts'

const { deleteMany: _developers, ...developerRecords } = crud(developers)
const { deleteMany: _applications, ...applicationRecords } = crud(applications)

const invitation = {
  role: Type.Optional(roleSchema),
  application: Type.Optional(
    Type.String({ ...segmentSchema, description: 'The id of an application that the invited person joins' }),
  ),
  name: Type.Optional(nameSchema),
  email: Type.Optional(
    Type.String({ ...emailSchema, description: 'An account with this address needs no other confirmation' }),
  ),
}

/** The operations that give people links, for the people of an API. */
const linkContract = {
  invite: operation({
    method: 'POST',
    path: '/api/developers/_invite',
    summary: 'Invite somebody to create an account; the link works once, for 7 days, and only this response shows it',
    access: { domain: developers.domain, right: 'C' },
    isPersonal: true,
    body: object(invitation),
    response: linkSchema,
    status: 201,
  }),
  reset: operation({
    method: 'POST',
    path: '/api/developers/{id}/_reset',
    summary: 'Create a link to choose a new password; it works once, for 24 hours, and only this response shows it',
    access: { domain: developers.domain, right: 'U' },
    isPersonal: true,
    params: { id: segmentSchema },
    response: linkSchema,
    status: 201,
    fails: ['CONFLICT'],
  }),
}

/** The operations on consumers, for the people of an API. */
export const developerContract = {
  ...developerRecords,
  ...selectable(developers),
  ...patchable(developers),
  ...bulk(developers),
  delete: operation({
    ...developerRecords.delete,
    summary: 'Delete a developer and remove them from their applications, which remain',
  }),
  ...linkContract,
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
