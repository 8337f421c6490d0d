import type { ScheduleBody, ScheduleChange } from '@guiche/contract'
import type { z } from 'zod'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { getConnection } from '#modules/connections'
import { getContact } from '#modules/conversations'
import { type StoredUpload, keepFile } from '#modules/media'
import { fillTemplate } from '#modules/message-templates'
import { accessSchedule, accessScheduleForChange } from './access-schedule.ts'
import {
  type ScheduleRow,
  type ScheduleValues,
  changeSchedule,
  insertSchedule,
  readMoment,
  removeSchedule,
} from './schedules.repository.ts'

type NewSchedule = z.output<typeof ScheduleBody>
type Change = z.output<typeof ScheduleChange>

export async function createSchedule(
  ctx: UserCtx,
  body: NewSchedule,
  upload: StoredUpload | undefined,
): Promise<ScheduleRow> {
  await assertReferences(ctx, body)
  const { at, is_past } = await readMoment(ctx, body.sendAt)
  if (is_past) throw badRequest('ERR_SCHEDULE_IN_PAST')
  const created = insertSchedule(ctx, {
    user_id: ctx.actor.userId,
    contact_id: body.contactId,
    connection_id: body.whatsappId,
    ...(await textOf(ctx, body)),
    send_at: at,
    recurrence: body.recurrence,
    recurs_from: at,
    recurs_until: body.recursUntil,
    ...(await attached(ctx, upload)),
  })
  return saved(ctx, await refusing(created, removedMeanwhile))
}

/** Absent fields stay as they are. One that could not be sent waits again, so it needs a time that has not passed. */
export async function updateSchedule(
  ctx: UserCtx,
  id: number,
  change: Change,
  upload: StoredUpload | undefined,
): Promise<ScheduleRow> {
  const before = await accessScheduleForChange(ctx, id)
  await assertReferences(ctx, change)
  const values = {
    ...valuesOf(change),
    ...(await changedText(ctx, before, change)),
    ...(await timesOf(ctx, before, change)),
    ...(change.removeMedia && { file_id: null, media_type: null }),
    ...(upload && (await attached(ctx, upload))),
  }
  await refusing(changeSchedule(ctx, id, values), removedMeanwhile)
  return saved(ctx, id)
}

/** Also ends its series. */
export async function deleteSchedule(ctx: UserCtx, id: number): Promise<void> {
  const { user_id, contact_id, send_at } = await accessScheduleForChange(ctx, id)
  await removeSchedule(ctx, id)
  await audit(ctx, {
    action: 'schedule.deleted',
    object: 'schedule',
    objectId: id,
    detail: { userId: user_id, contactId: contact_id, sendAt: send_at },
  })
  ctx.emit('schedule.deleted', { scheduleId: id })
}

type References = Pick<Change, 'contactId' | 'whatsappId'>

async function assertReferences(ctx: UserCtx, { contactId, whatsappId }: References): Promise<void> {
  if (contactId !== undefined) await getContact(ctx, contactId)
  if (whatsappId) await getConnection(ctx, whatsappId)
}

/** A new time or a new rhythm begins a new series. */
async function timesOf(ctx: UserCtx, before: ScheduleRow, { sendAt, recurrence }: Change): Promise<ScheduleValues> {
  const { at, is_past } = await readMoment(ctx, sendAt ?? before.send_at.toISOString())
  const isMoved = at.getTime() !== before.send_at.getTime()
  if (is_past && (isMoved || before.status === 'ERRO')) throw badRequest('ERR_SCHEDULE_IN_PAST')
  const isNewSeries = isMoved || (recurrence !== undefined && recurrence !== before.recurrence)
  return isNewSeries ? { send_at: at, recurs_from: at } : {}
}

function valuesOf({ contactId, whatsappId, recurrence, recursUntil }: Change): ScheduleValues {
  return {
    ...(contactId !== undefined && { contact_id: contactId }),
    ...(whatsappId !== undefined && { connection_id: whatsappId }),
    ...(recurrence !== undefined && { recurrence }),
    ...(recursUntil !== undefined && { recurs_until: recursUntil }),
  }
}

/** A template is checked now, and filled in when it is sent. Its text is shown until then. */
async function textOf(
  ctx: UserCtx,
  { body, template, whatsappId }: Pick<NewSchedule, 'body' | 'template' | 'whatsappId'>,
): Promise<{ body: string; template: string | null }> {
  if (!template) return { body, template: null }
  if (whatsappId === null)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.whatsappId', message: 'required' }] })
  const filled = await fillTemplate(ctx, whatsappId, template, { isDraft: true })
  const { templateId, values } = filled.template
  return { body: filled.body, template: JSON.stringify({ templateId, values }) }
}

/** A template belongs to its connection, so a change of that one checks it again. */
async function changedText(ctx: UserCtx, before: ScheduleRow, change: Change): Promise<ScheduleValues> {
  const { body = before.body, template = before.template, whatsappId = before.connection_id } = change
  if (change.body === undefined && change.template === undefined && change.whatsappId === undefined) return {}
  return textOf(ctx, { body, template, whatsappId })
}

async function attached(ctx: UserCtx, upload: StoredUpload | undefined) {
  if (!upload) return { file_id: null, media_type: null }
  const { fileId, mediaType } = await keepFile(ctx, upload)
  return { file_id: fileId, media_type: mediaType }
}

/** The contact was removed at the same moment. */
const removedMeanwhile = { '23503': () => notFound('ERR_NO_CONTACT_FOUND') }

async function saved(ctx: UserCtx, id: number): Promise<ScheduleRow> {
  ctx.emit('schedule.saved', { scheduleId: id })
  return accessSchedule(ctx, id)
}
