import { z } from 'zod'
import { ContactView } from './contact-view.ts'
import { ContactBody } from './contacts.ts'
import { endpoint } from '../shared/call.ts'
import { Done, IdParams } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

/**
 * What a column of a sheet holds. `extra`: an extra field with the column's title as its name. `extras`: several of
 * them, one `name: value` per line, as exports write them. `none`: the column is not imported.
 */
export const SheetField = z.enum(['name', 'number', 'email', 'tags', 'extra', 'extras', 'none'])
export type SheetField = z.output<typeof SheetField>

/**
 * What is wrong with a text. `excel`: a spreadsheet program has shortened the number (1,19E+12), and its last digits
 * are lost. `noAreaCode`: a Brazilian number without one. `areaCode`: there is no such one.
 */
export const SheetRule = z.enum([
  'required',
  'tooShort',
  'tooLong',
  'invalid',
  'tooMany',
  'excel',
  'noAreaCode',
  'areaCode',
])
export type SheetRule = z.output<typeof SheetRule>

/** Why a row cannot be imported. */
export const SheetProblem = z.object({
  /** The number of the row in the sheet, as spreadsheet programs show it. */
  line: z.number(),
  field: z.enum(['name', 'number', 'email', 'tags', 'extra']),
  rule: SheetRule,
  /** The text in the sheet. */
  text: z.string(),
})
export type SheetProblem = z.output<typeof SheetProblem>

export const ContactSheet = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(['ready', 'running', 'done']),
  columns: z.array(z.object({ title: z.string(), field: SheetField, samples: z.array(z.string()) })),
  /** Rows with contacts, and how many of them are done. */
  total: z.number(),
  done: z.number(),
  created: z.number(),
  /** Known contacts that got something that they lacked. */
  completed: z.number(),
  /** Known contacts that were left as they are. */
  unchanged: z.number(),
  failed: z.number(),
  /** The first of them. */
  problems: z.array(SheetProblem),
})
export type ContactSheet = z.output<typeof ContactSheet>

/** What an import with these columns would do. */
export const SheetCheck = z.object({
  created: z.number(),
  known: z.number(),
  /** Rows with the number of an earlier row. */
  repeated: z.number(),
  failed: z.number(),
  problems: z.array(SheetProblem),
})
export type SheetCheck = z.output<typeof SheetCheck>

const Columns = z.array(SheetField).max(limits.sheetColumns)

export const contactSheetCalls = {
  uploadContactSheet: endpoint({
    method: 'POST',
    path: '/contacts/sheets',
    summary: 'Read a sheet (xlsx or csv) for an import that is looked at first',
    access: 'manager',
    feature: 'none',
    form: z.object({}),
    answer: ContactSheet,
  }),
  getContactSheet: endpoint({
    method: 'GET',
    path: '/contacts/sheets/:id',
    summary: 'A sheet and the progress of its import',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    answer: ContactSheet,
  }),
  checkContactSheet: endpoint({
    method: 'POST',
    path: '/contacts/sheets/:id/check',
    summary: 'What an import with these columns would do',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    body: z.object({ columns: Columns }),
    answer: SheetCheck,
  }),
  importContactSheet: endpoint({
    method: 'POST',
    path: '/contacts/sheets/:id/import',
    summary: 'Import a sheet. Known contacts get what they lack (completes), or stay as they are',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    body: z.object({ columns: Columns, completes: z.boolean().default(true) }),
    answer: ContactSheet,
  }),
  deleteContactSheet: endpoint({
    method: 'DELETE',
    path: '/contacts/sheets/:id',
    summary: 'Remove a sheet that is not being imported',
    access: 'manager',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  uploadContacts: endpoint({
    method: 'POST',
    path: '/contacts/upload',
    summary: 'Import a small sheet at once, as existing clients do; answers the new contacts',
    access: 'manager',
    feature: 'none',
    form: z.object({}),
    answer: z.array(ContactView),
  }),
  importContact: endpoint({
    method: 'POST',
    path: '/contactsImport',
    summary: 'One contact of an import: the known contact of this number, or a new one',
    access: 'user',
    feature: 'none',
    body: ContactBody.pick({ name: true, number: true, email: true }),
    answer: ContactView,
  }),
} as const
