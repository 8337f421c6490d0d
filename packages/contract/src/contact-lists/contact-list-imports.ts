import { z } from 'zod'
import { SheetRule } from '../contacts/contact-sheets.ts'
import { endpoint } from '../shared/call.ts'
import { Done, Flag, IdParams } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { ContactListItemView } from './contact-list-items.ts'

/** What a column of a sheet holds. `variable`: something of the person, called by the column's title. */
export const ListSheetField = z.enum(['name', 'number', 'email', 'variable', 'none'])
export type ListSheetField = z.output<typeof ListSheetField>

/** Why a row is refused. */
export const ListSheetProblem = z.object({
  /** The number of the row in the sheet, as spreadsheet programs show it. */
  line: z.number(),
  field: z.enum(['name', 'number', 'email', 'variable', 'list']),
  /** `full`: the list has as many people as are allowed. */
  rule: z.enum([...SheetRule.options, 'full']),
  /** The text in the sheet; of a variable that is too long, the title of its column. */
  text: z.string(),
})
export type ListSheetProblem = z.output<typeof ListSheetProblem>

export const ContactListImport = z.object({
  id: z.number(),
  contactListId: z.number(),
  /** Of the file. */
  name: z.string(),
  /** `failed`: because of `failure`. */
  state: z.enum(['ready', 'running', 'done', 'failed']),
  failure: z.string().nullable(),
  columns: z.array(z.object({ title: z.string(), field: ListSheetField })),
  /** The first rows with people. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** Rows with people; null: not counted yet. */
  total: z.number().nullable(),
  done: z.number(),
  added: z.number(),
  /** Their number was in the list already, or in an earlier row. */
  known: z.number(),
  refused: z.number(),
  /** Its people want no campaigns. */
  optsOut: z.boolean(),
  /** The first of those that were refused. */
  problems: z.array(ListSheetProblem),
})
export type ContactListImport = z.output<typeof ContactListImport>

const Columns = z.array(ListSheetField).max(limits.sheetColumns)

const call = { access: 'manager', feature: 'useCampaigns' } as const

export const contactListImportCalls = {
  uploadContactListSheet: endpoint({
    ...call,
    method: 'POST',
    path: '/contact-lists/:id/sheets',
    summary: 'Read the first rows of a sheet (csv, xlsx or xls); nobody is added to the list yet',
    params: IdParams,
    form: z.object({}),
    answer: ContactListImport,
  }),
  uploadContactList: endpoint({
    ...call,
    method: 'POST',
    path: '/contact-lists/:id/upload',
    summary: 'Add the people of a sheet at once, as existing clients do; a large one goes on after the answer',
    params: IdParams,
    form: z.object({}),
    answer: z.array(ContactListItemView),
  }),
  listContactListImports: endpoint({
    ...call,
    method: 'GET',
    path: '/contact-lists/:id/imports',
    summary: 'The last imports into a list, newest first',
    params: IdParams,
    answer: z.array(ContactListImport),
  }),
  getContactListImport: endpoint({
    ...call,
    method: 'GET',
    path: '/contact-list-imports/:id',
    summary: 'A sheet and the progress of its import',
    params: IdParams,
    answer: ContactListImport,
  }),
  checkContactListImport: endpoint({
    ...call,
    method: 'POST',
    path: '/contact-list-imports/:id/check',
    summary: 'What is wrong with the first rows, with these columns',
    params: IdParams,
    body: z.object({ columns: Columns }),
    answer: z.array(ListSheetProblem),
  }),
  beginContactListImport: endpoint({
    ...call,
    method: 'POST',
    path: '/contact-list-imports/:id/import',
    summary: 'Add the people of the sheet to the list; with `optsOut` they get no campaigns from now on',
    params: IdParams,
    body: z.object({ columns: Columns, optsOut: Flag.default(false) }),
    answer: ContactListImport,
  }),
  refusedOfContactListImport: endpoint({
    ...call,
    method: 'GET',
    path: '/contact-list-imports/:id/refused',
    summary: 'The refused rows with their reasons as a workbook (xlsx)',
    params: IdParams,
    answer: z.string(),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  deleteContactListImport: endpoint({
    ...call,
    method: 'DELETE',
    path: '/contact-list-imports/:id',
    summary: 'Remove a sheet; an import that runs stops, and who was added stays',
    params: IdParams,
    answer: Done,
  }),
} as const
