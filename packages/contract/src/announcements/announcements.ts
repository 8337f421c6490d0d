import { z } from 'zod'
import { Moment } from '../schedules/schedules.ts'
import { endpoint } from '../shared/call.ts'
import {
  Done,
  Flag,
  Id,
  IdParams,
  PageNumber,
  SearchParam,
  When,
  changeOf,
  cleanLine,
  whole,
} from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'

/** 1 high, 2 medium, 3 low. */
export const priorities = [1, 2, 3] as const
const Priority = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Priority = z.output<typeof Priority>

/**
 * A notice of the operator to the users of all companies, or of those with certain plans. Its text is plain text. The
 * last three fields are for the operator only.
 */
export const AnnouncementView = z.object({
  id: z.number(),
  /** The company of the platform, for existing clients. */
  companyId: z.number(),
  title: z.string(),
  text: z.string(),
  priority: Priority,
  /** Inactive ones are shown to the operator only. */
  status: z.boolean(),
  /** The address of its picture, valid for some minutes. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  ...Timestamps,
  /** When it begins and ends to be shown; null: at once, without end. */
  validFrom: When.nullable().optional(),
  validUntil: When.nullable().optional(),
  /** Only companies with these plans are shown it; null: all. */
  planIds: z.array(z.number()).nullable().optional(),
})
export type AnnouncementView = z.output<typeof AnnouncementView>

/** As one user is shown it. */
export const ShownAnnouncement = AnnouncementView.extend({ isRead: z.boolean() })
export type ShownAnnouncement = z.output<typeof ShownAnnouncement>

/** Forms send an empty text for no time. */
const OptionalMoment = z.union([Moment, z.literal('').transform(() => null), z.null()])

export const AnnouncementBody = z.object({
  title: z.string('required').overwrite(cleanLine).min(1, 'required').max(limits.announcementTitle, 'tooLong'),
  text: z.string('required').trim().min(1, 'required').max(limits.announcementText, 'tooLong'),
  priority: whole(1, 3).pipe(Priority).default(3),
  status: Flag.default(true),
  /** A time without a zone is one in the time zone of the operator's company. */
  validFrom: OptionalMoment.default(null),
  validUntil: OptionalMoment.default(null),
  planIds: z.array(Id).min(1, 'required').max(limits.plansPerAnnouncement, 'tooMany').nullable().default(null),
})

const FileAnswer = z.object({ mensagem: z.string(), record: AnnouncementView })

export const announcementCalls = {
  listAnnouncements: endpoint({
    method: 'GET',
    path: '/announcements',
    summary: 'Announcements, the newest first: for the operator all, for others those that they are shown now',
    access: 'user',
    feature: 'none',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ records: z.array(AnnouncementView), count: z.number(), hasMore: z.boolean() }),
  }),
  shownAnnouncements: endpoint({
    method: 'GET',
    path: '/announcements/shown',
    summary: 'What the user is shown now, the most important first, and which of it they have read',
    access: 'user',
    feature: 'none',
    answer: z.array(ShownAnnouncement),
  }),
  readAnnouncements: endpoint({
    method: 'POST',
    path: '/announcements/read',
    summary: 'The user has read these announcements',
    access: 'user',
    feature: 'none',
    body: z.object({ announcementIds: z.array(Id).max(limits.announcementsShown, 'tooMany') }),
    answer: Done,
  }),
  getAnnouncement: endpoint({
    method: 'GET',
    path: '/announcements/:id',
    summary: 'One announcement: for the operator any, for others one that they are shown now',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: AnnouncementView,
  }),
  createAnnouncement: endpoint({
    method: 'POST',
    path: '/announcements',
    summary: 'A new announcement',
    access: 'super',
    feature: 'none',
    body: AnnouncementBody,
    answer: AnnouncementView,
  }),
  updateAnnouncement: endpoint({
    method: 'PUT',
    path: '/announcements/:id',
    summary: 'Change an announcement',
    access: 'super',
    feature: 'none',
    params: IdParams,
    body: changeOf(AnnouncementBody),
    answer: AnnouncementView,
  }),
  deleteAnnouncement: endpoint({
    method: 'DELETE',
    path: '/announcements/:id',
    summary: 'Remove an announcement',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  setAnnouncementFile: endpoint({
    method: 'POST',
    path: '/announcements/:id/media-upload',
    summary: 'The picture (PNG or JPEG) of an announcement, instead of the one before',
    access: 'super',
    feature: 'none',
    params: IdParams,
    form: z.object({ typeArch: z.string().max(20).optional() }),
    answer: FileAnswer,
  }),
  removeAnnouncementFile: endpoint({
    method: 'DELETE',
    path: '/announcements/:id/media-upload',
    summary: 'Take the picture from an announcement',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: FileAnswer,
  }),
} as const
