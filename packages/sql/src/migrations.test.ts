import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrations as ofPostgres } from './postgres/migrate.ts'
import { migrations as ofSqlite } from './sqlite/migrate.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Databases in use were created by exactly these texts, so never change a line here. For a change, add a migration and
 * a line.
 */
test('existing migrations never change', () => {
  expect(ofSqlite.map(hashOf)).toEqual([
    '8993c3a7d1b6276cb16767be4e30bc3f945920763d0e6061f5efd198cfe2b278',
    'f1cfd9cb634cbd0f62d3109f497297d343014f0302f76f04145190d8f0142456',
    '8d500ed61f20b9e97ef6d6b95d8e708fd84e7d23d44231b50df9aef7f976bfa1',
    '483731ad8d6b59c95bc403a961bb7186a8d1eedbea19c0ca7b2449ffb0ab1c89',
    '3ac56a241799576b98d913a616bdb2c5858a41652267d5963fbfd349cc0b9f55',
    'ee6d0ad412661356cf866a731a21c690d8cf2ea8a93a0e3c4f1fbc6641fecf9e',
  ])
  expect(ofPostgres.map((migration) => hashOf(migration('signalbox')))).toEqual([
    '0c087da71aa494e712139351e5651a170ecef36ccc525eda08a8ccfd4e4f523e',
    '6ca7c221ec1434b2f48e0698db832dcd396eabcfe6220e409ef4f17377d27466',
    '721e58588b46a71151076354ae4f10abbda6596fde56b141f4a61ec01913b4d0',
    '54a2dfeb681d75625d2cca0def68cfdd67ff0ca4f1060ad9ceb7320bc5cbf6e2',
    'bb9cdd3eaf4d6e8fa75c56c004d59c6265e42f45aedd6aa7f7c960e8a6af7be2',
    '364b8f8fae2dcd6f329aa554c28b2107e7631c43854dc02e7a22538a77b23de3',
    '2d10e59db614c891f623722f38b0a472c5715a4bc0c3585f504bd84dc0e8a940',
    '60ecabaf8a42d10778a717f3795e2848667508508a1455a5d7f4dd61693386fe',
    '8162b473b4e61713c7d035aa21bb51f3be601514236f6174e112884256b578fa',
    'ef8cc924ed2364c0e5d0365e7dfaa84ea61119c17db8e2a5de267913b9e624c7',
  ])
})
