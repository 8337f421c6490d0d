import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, IdParams, When } from '../shared/fields.ts'
import { ReportFilter } from './reports.ts'

/** What a row of the file is. */
export const reportRows = ['conversations', 'waits', 'messages'] as const
export type ReportRows = (typeof reportRows)[number]

export const reportFormats = ['xlsx', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const ReportExportView = z.object({
  id: z.number(),
  rows: z.enum(reportRows),
  format: z.enum(reportFormats),
  filter: ReportFilter,
  /** `failed`: it was given up. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Conversations that the file is made of; null: not counted yet. */
  total: z.number().nullable(),
  /** Of them are in the file. */
  done: z.number(),
  /** Its server was stopped, so it began again. */
  restarted: z.boolean(),
  /** Why it failed, as an error code. */
  failure: z.string().nullable(),
  createdAt: When,
  /** Where the file can be fetched for some minutes, without a session; null: there is none. */
  link: z.string().nullable(),
  bytes: z.number().nullable(),
  /** When the file is removed. */
  expiresAt: When.nullable(),
})
export type ReportExportView = z.output<typeof ReportExportView>

export const reportExportCalls = {
  listReportExports: endpoint({
    method: 'GET',
    path: '/reports/exports',
    summary: 'The files of reports that the caller has asked for, the newest first',
    access: 'dashboard',
    feature: 'none',
    answer: z.array(ReportExportView),
  }),
  createReportExport: endpoint({
    method: 'POST',
    path: '/reports/exports',
    summary: 'Makes a file of the attendances that the caller sees, or of their waits or messages',
    access: 'dashboard',
    feature: 'none',
    body: ReportFilter.extend({ rows: z.enum(reportRows), format: z.enum(reportFormats) }),
    answer: ReportExportView,
    status: 201,
  }),
  deleteReportExport: endpoint({
    method: 'DELETE',
    path: '/reports/exports/:id',
    summary: 'Stops an export of the caller, or removes its file',
    access: 'dashboard',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
