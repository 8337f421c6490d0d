import type { Api, AuditAction, AuditDetail, BrazilianHoliday, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import {
  type HolidayRow,
  changeOwnDay,
  closeNational,
  insertOwnDay,
  lockOwnDay,
  openNational,
  removeHoliday,
} from './holidays.repository.ts'

export async function createHoliday(ctx: Ctx, body: Parsed<Api['createHoliday']>['body']): Promise<HolidayRow> {
  const row = await refusing(insertOwnDay(ctx, body), taken)
  if (!row) throw badRequest('ERR_HOLIDAY_LIMIT')
  await saved(ctx, row.id, 'holiday.created', { after: watched(row) })
  return row
}

export async function updateHoliday(
  ctx: Ctx,
  id: number,
  { day, name, isOpen, isYearly }: Parsed<Api['updateHoliday']>['body'],
): Promise<HolidayRow> {
  const before = await lock(ctx, id)
  await refusing(changeOwnDay(ctx, id, { day, name, isOpen, isYearly }), taken)
  const after = await lock(ctx, id)
  await saved(ctx, id, 'holiday.changed', { before: watched(before), after: watched(after) })
  return after
}

export async function deleteHoliday(ctx: Ctx, id: number): Promise<void> {
  const before = await lock(ctx, id)
  await removeHoliday(ctx, id)
  await saved(ctx, id, 'holiday.deleted', { before: watched(before) })
}

/** In every year. */
export async function setNationalHoliday(
  ctx: Ctx,
  holiday: BrazilianHoliday,
  { isOpen }: { isOpen: boolean },
): Promise<void> {
  const id = isOpen ? await openNational(ctx, holiday) : await closeNational(ctx, holiday)
  if (id === undefined) return
  await saved(ctx, id, isOpen ? 'holiday.opened' : 'holiday.closed', { holiday })
}

const taken = { holidays_day: () => badRequest('ERR_DAY_ALREADY_EXISTS') }

async function lock(ctx: Ctx, id: number): Promise<HolidayRow> {
  const row = await lockOwnDay(ctx, id)
  if (!row) throw notFound('ERR_NO_HOLIDAY_FOUND')
  return row
}

async function saved(ctx: Ctx, holidayId: number, action: AuditAction, detail: AuditDetail): Promise<void> {
  await audit(ctx, { action, object: 'holiday', objectId: holidayId, detail })
  ctx.emit('holidays.saved', { holidayId })
}

const watched = ({ day, name, is_open, is_yearly }: HolidayRow) => ({
  day,
  name,
  isOpen: is_open,
  isYearly: is_yearly,
})
