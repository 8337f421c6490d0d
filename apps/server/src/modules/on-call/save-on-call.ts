import type { AuditAction } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import {
  type OnCallRow,
  type OnCallValues,
  changeOnCall,
  findOnCall,
  insertOnCall,
  removeOnCall,
} from './on-call.repository.ts'

const taken = { on_calls_user: () => badRequest('ERR_ON_CALL_ALREADY_EXISTS') }

export async function createOnCall(ctx: Ctx, values: OnCallValues): Promise<OnCallRow> {
  const id = await refusing(insertOnCall(ctx, values), taken)
  if (id === undefined) throw notFound('ERR_NO_USER_FOUND')
  return saved(ctx, id, 'onCall.created')
}

export async function updateOnCall(ctx: Ctx, id: number, values: OnCallValues): Promise<OnCallRow> {
  await accessOnCall(ctx, id)
  if (!(await refusing(changeOnCall(ctx, id, values), taken))) throw notFound('ERR_NO_USER_FOUND')
  return saved(ctx, id, 'onCall.changed')
}

export async function deleteOnCall(ctx: Ctx, id: number): Promise<void> {
  const row = await accessOnCall(ctx, id)
  await removeOnCall(ctx, id)
  await note(ctx, row, 'onCall.deleted')
  ctx.emit('onCall.deleted', { onCallId: id })
}

export async function accessOnCall(ctx: Ctx, id: number): Promise<OnCallRow> {
  const [row] = await findOnCall(ctx, [id])
  if (!row) throw notFound('ERR_NO_ON_CALL_FOUND')
  return row
}

async function saved(ctx: Ctx, id: number, action: AuditAction): Promise<OnCallRow> {
  const row = await accessOnCall(ctx, id)
  await note(ctx, row, action)
  ctx.emit('onCall.saved', { onCallId: id })
  return row
}

/** They are told who writes to the company, so it is kept who put them there. */
const note = (ctx: Ctx, { id, user_name: name }: OnCallRow, action: AuditAction): Promise<void> =>
  audit(ctx, { action, object: 'onCall', objectId: id, detail: { name } })
