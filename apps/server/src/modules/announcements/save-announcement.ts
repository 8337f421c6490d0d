import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx, UserActor } from '#platform/context'
import type { Db } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import type { JobQueue } from '#platform/work/jobs'
import { areKnownPlans } from '#modules/companies'
import { readMoment } from '#modules/schedules'
import { accessAnnouncementForChange } from './access-announcement.ts'
import { enqueueTurns } from './announcement-turns.ts'
import {
  type AnnouncementChange,
  type AnnouncementValues,
  changeAnnouncement,
  insertAnnouncement,
  removeAnnouncement,
} from './announcements.repository.ts'
import { type Audience, audienceOf } from './audience.ts'

type NewAnnouncement = Parsed<Api['createAnnouncement']>['body']
type Change = Parsed<Api['updateAnnouncement']>['body']

/** Announcements belong to the installation, so they are written with the operator's connection. */
interface Writing {
  operator: Db
  jobs: Pick<JobQueue, 'enqueue'>
  actor: UserActor
}

/** The values of a body. Its times without a zone are times in the company of the unit of work. */
export async function valuesOf(ctx: Ctx, body: NewAnnouncement): Promise<AnnouncementValues> {
  const { title, text, priority, status, validFrom, validUntil, planIds } = body
  return {
    title,
    text,
    priority,
    is_active: status,
    valid_from: await momentOf(ctx, validFrom),
    valid_until: await momentOf(ctx, validUntil),
    plan_ids: planIds,
  }
}

/** The same for a change. Absent fields are undefined. */
export async function changeOfBody(ctx: Ctx, body: Change): Promise<AnnouncementChange> {
  const { title, text, priority, status, validFrom, validUntil, planIds } = body
  return {
    title,
    text,
    priority,
    is_active: status,
    valid_from: validFrom === undefined ? undefined : await momentOf(ctx, validFrom),
    valid_until: validUntil === undefined ? undefined : await momentOf(ctx, validUntil),
    plan_ids: planIds,
  }
}

const momentOf = async (ctx: Ctx, text: string | null) => (text === null ? null : (await readMoment(ctx, text)).at)

export function createAnnouncement(writing: Writing, values: AnnouncementValues): Promise<number> {
  assertOrder(values)
  return writing.operator.transaction().execute(async (db) => {
    await assertPlans(db, values.plan_ids ?? [])
    const id = await insertAnnouncement(db, values)
    await record(db, writing.actor, { action: 'announcement.created', objectId: id, detail: { ...values } })
    await enqueueTurns(writing.jobs, db, id)
    return id
  })
}

/** Returns who has been shown it until now. */
export function updateAnnouncement(writing: Writing, id: number, change: AnnouncementChange): Promise<Audience> {
  return writing.operator.transaction().execute(async (db) => {
    const before = await accessAnnouncementForChange(db, id)
    const { valid_from = before.valid_from, valid_until = before.valid_until } = change
    assertOrder({ valid_from, valid_until })
    // A plan that was deleted since may stay.
    const added = change.plan_ids?.filter((planId) => !before.plan_ids?.includes(planId)) ?? []
    await assertPlans(db, added)
    await changeAnnouncement(db, id, change)
    const { title, text, priority, is_active, plan_ids } = before
    const detail = {
      before: {
        title,
        text,
        priority,
        is_active,
        valid_from: before.valid_from,
        valid_until: before.valid_until,
        plan_ids,
      },
      after: change,
    }
    await record(db, writing.actor, { action: 'announcement.changed', objectId: id, detail })
    await enqueueTurns(writing.jobs, db, id)
    return audienceOf(before)
  })
}

/** Returns who has been shown it. Its picture is removed by the next sweep of unused files. */
export function deleteAnnouncement({ operator, actor }: Writing, id: number): Promise<Audience> {
  return operator.transaction().execute(async (db) => {
    const before = await accessAnnouncementForChange(db, id)
    await removeAnnouncement(db, id)
    await record(db, actor, { action: 'announcement.deleted', objectId: id, detail: { title: before.title } })
    return audienceOf(before)
  })
}

function assertOrder({ valid_from, valid_until }: Pick<AnnouncementValues, 'valid_from' | 'valid_until'>): void {
  if (valid_from === null || valid_until === null || valid_from < valid_until) return
  throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.validUntil', message: 'beforeStart' }] })
}

async function assertPlans(operator: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0 && !(await areKnownPlans(operator, ids))) throw notFound('ERR_NO_PLAN_FOUND')
}

type Entry = Pick<Parameters<typeof audit>[1], 'action' | 'objectId' | 'detail'>

const record = (db: Db, actor: UserActor, entry: Entry) =>
  audit({ db, companyId: actor.companyId, actor }, { object: 'announcement', ...entry })
