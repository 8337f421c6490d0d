import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Db } from '#platform/database/sql'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { type HelpRow, changeHelp, insertHelp, lockHelp, removeHelp } from './helps.repository.ts'

type NewHelp = Parsed<Api['createHelp']>['body']
type HelpChange = Parsed<Api['updateHelp']>['body']

/** Helps belong to the installation, so they are written with the operator's connection. */
export function createHelp(operator: Db, actor: UserActor, body: NewHelp): Promise<number> {
  const created = operator.transaction().execute(async (db) => {
    const id = await insertHelp(db, body)
    await record(db, actor, { action: 'help.created', objectId: id, detail: body })
    return id
  })
  return refusing(created, taken)
}

/** Absent fields stay as they are. */
export function updateHelp(operator: Db, actor: UserActor, id: number, body: HelpChange): Promise<void> {
  const changed = operator.transaction().execute(async (db) => {
    const { title, description, video } = await accessHelpForChange(db, id)
    await changeHelp(db, id, body)
    const detail = { before: { title, description, video }, after: body }
    await record(db, actor, { action: 'help.changed', objectId: id, detail })
  })
  return refusing(changed, taken)
}

export function deleteHelp(operator: Db, actor: UserActor, id: number): Promise<void> {
  return operator.transaction().execute(async (db) => {
    const { title } = await accessHelpForChange(db, id)
    await removeHelp(db, id)
    await record(db, actor, { action: 'help.deleted', objectId: id, detail: { title } })
  })
}

async function accessHelpForChange(db: Db, id: number): Promise<HelpRow> {
  const row = await lockHelp(db, id)
  if (!row) throw notFound('ERR_NO_HELP_FOUND')
  return row
}

const taken = { helps_title: () => badRequest('ERR_NAME_ALREADY_EXISTS') }

type Entry = Pick<Parameters<typeof audit>[1], 'action' | 'objectId' | 'detail'>

const record = (db: Db, actor: UserActor, entry: Entry) =>
  audit({ db, companyId: actor.companyId, actor }, { object: 'help', ...entry })
